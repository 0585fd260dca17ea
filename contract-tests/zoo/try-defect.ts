/** Shows one defect to checks, on a mock of its own, and says which of them see it. */
import type { Check, Profile } from '../check.ts';
import type { Defect } from '../defects/defect.ts';
import type { Outcome } from '../judge.ts';
import { Run } from '../run.ts';
import { runChecks } from '../runner.ts';
import { openMockTarget } from '../targets/mock.ts';
import { isFinding } from '../verdict.ts';

/** What can be sent from process to process. */
export type DefectTrial = {
  readonly id: string;
  readonly findings: readonly DefectFinding[];
  /** Seen by a check that blames the clause that the defect breaks, or one that it cannot help breaking too. */
  readonly isKilled: boolean;
  /** Seen under its own clause. */
  readonly isKilledByName: boolean;
  /** Findings that blame other clauses only. */
  readonly isMisattributed: boolean;
  /** Seen by what the smoke profile sends. */
  readonly isKilledBySmoke: boolean;
  /** Checks that could not be run to their end, with the reason. */
  readonly broken: readonly string[];
};

export type DefectFinding = {
  readonly check: string;
  readonly clause: string;
  readonly profile: Profile;
  readonly message: string;
};

/**
 * @param named the checks that name a clause which the defect breaks
 * @param others shown with few cases: they need not see it, and must not break
 */
export const tryDefect = async (
  defect: Defect,
  named: readonly Check[],
  others: readonly Check[],
  seed: number,
): Promise<DefectTrial> => {
  const { target, close } = await openMockTarget(
    { seed, onFailure: () => undefined, ...defect.options },
    defect.ports(),
  );
  const show = async (
    checks: readonly Check[],
    profile: Profile,
    effort: number,
  ): Promise<{ readonly findings: readonly Outcome[]; readonly broken: readonly string[] }> => {
    const run = new Run(target, { seed, profile, effort });
    try {
      const { outcomes, broken, leftOut } = await runChecks(run, checks);
      return {
        findings: outcomes.filter(isFinding),
        broken: [...broken.map(({ message }) => message), ...leftOut.map(({ check, why }) => `${check.id}: ${why}`)],
      };
    } finally {
      await run.close();
    }
  };
  const blamed: readonly (string | undefined)[] = [defect.clause, ...(defect.also ?? [])];
  const isBlamed = ({ clause }: Outcome): boolean => blamed.includes(clause);
  try {
    const own = await show(named, 'standard', 0.2);
    const rest = await show(others, 'standard', 0.05);
    // Its exchanges are fewer: what the standard profile sees with a check, this one may not.
    const bySmoke = own.findings
      .filter((one) => one.check.profile === 'smoke' && isBlamed(one))
      .map(({ check }) => check);
    const smoke = await show(bySmoke, 'smoke', 1);
    const findings = [...own.findings, ...rest.findings];
    const isKilled = findings.some(isBlamed);
    return {
      id: defect.id,
      findings: findings.map(({ check: { id, profile }, clause = '', message }) => ({
        check: id,
        clause,
        profile,
        message,
      })),
      isKilled,
      isKilledByName: findings.some(({ clause }) => clause === defect.clause),
      isMisattributed: findings.length > 0 && !isKilled,
      isKilledBySmoke: smoke.findings.some(isBlamed),
      broken: [...own.broken, ...rest.broken, ...smoke.broken],
    };
  } finally {
    await close();
  }
};

export const checksOf = ({ clause, also = [] }: Defect, all: readonly Check[]): readonly Check[] =>
  all.filter(({ clauses }) => clauses.some((id) => id === clause || also.includes(id)));
