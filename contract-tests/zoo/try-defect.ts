/** Shows one defect to checks, on a mock of its own, and says which of them see it. */
import type { Check } from '../check.ts';
import type { Defect } from '../defects/defect.ts';
import type { Outcome } from '../judge.ts';
import { judge } from '../judge.ts';
import { Run } from '../run.ts';
import { openMockTarget } from '../targets/mock.ts';

export type Trying = {
  readonly defect: Defect;
  /** The outcomes that are findings. */
  readonly findings: readonly Outcome[];
  /** Seen by a check that blames a clause that the defect breaks. */
  readonly isKilled: boolean;
  /** Findings that blame other clauses only. */
  readonly isMisattributed: boolean;
  /** A check that could not be run to its end, with the reason. */
  readonly broken: readonly string[];
};

export const tryDefect = async (defect: Defect, checks: readonly Check[], seed = 1): Promise<Trying> => {
  const { target, close } = await openMockTarget(
    { seed, onFailure: () => undefined, ...defect.options },
    defect.ports(),
  );
  const run = new Run(target, { seed, profile: 'standard', effort: 0.2 });
  const findings: Outcome[] = [];
  const broken: string[] = [];
  try {
    for (const check of checks) {
      try {
        const outcome = await judge(run, check);
        if (outcome.verdict === 'fail' || outcome.verdict === 'warn') findings.push(outcome);
      } catch (error) {
        broken.push(error instanceof Error ? error.message : String(error));
      }
    }
  } finally {
    await run.close();
    await close();
  }
  const blamed = [defect.clause, ...(defect.also ?? [])];
  const isKilled = findings.some(({ clause }) => clause !== undefined && blamed.includes(clause));
  return { defect, findings, isKilled, isMisattributed: findings.length > 0 && !isKilled, broken };
};

/** The checks that name a clause which the defect breaks. */
export const checksOf = ({ clause, also = [] }: Defect, all: readonly Check[]): readonly Check[] =>
  all.filter(({ clauses }) => clauses.some((id) => id === clause || also.includes(id)));
