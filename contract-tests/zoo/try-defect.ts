/** Shows one defect to checks, on a mock of its own, and says which of them see it. */
import type { Check, Profile } from '../check.ts';
import type { Defect } from '../defects/defect.ts';
import type { Outcome } from '../judge.ts';
import { Run } from '../run.ts';
import { runChecks } from '../runner.ts';
import { openMockTarget } from '../targets/mock.ts';
import { withFewFiles } from './few-files.ts';
import { type WireTo, networkWire } from './memory-wire.ts';
import type { Shown } from './show-deployment.ts';
import { isFinding } from '../verdict.ts';

/** What can be sent from process to process. */
export type DefectTrial = {
  readonly id: string;
  readonly findings: readonly DefectFinding[];
  /** Seen by a check that blames the very clause that it names. */
  readonly isKilled: boolean;
  /** Findings that blame other clauses only. */
  readonly isMisattributed: boolean;
  /** Seen by what the smoke profile sends. */
  readonly isKilledBySmoke: boolean;
  /** Ids of the checks that saw it under its own clause; and of those that did so by what the smoke profile sends. */
  readonly caughtBy: readonly string[];
  readonly caughtBySmoke: readonly string[];
  /** What was red under a clause that the defect neither names nor says that it breaks as well. */
  readonly elsewhere: readonly DefectFinding[];
  /** How it is seen as a deployment, where it was shown so. */
  readonly asDeployment?: Shown;
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
 * @param effort how many random cases a property draws, and how many of what is alike are tried; 1 is usual
 * @param wireTo what its requests go over
 */
export const tryDefect = async (
  defect: Defect,
  checks: readonly Check[],
  seed: number,
  effort: number,
  wireTo: WireTo = networkWire,
): Promise<DefectTrial> => {
  const opened = await openMockTarget({ seed, onFailure: () => undefined, ...defect.options }, defect.ports());
  const target = withFewFiles(opened.target);
  const show = async (
    some: readonly Check[],
    profile: Profile,
    amount: number,
  ): Promise<{ readonly findings: readonly Outcome[]; readonly broken: readonly string[] }> => {
    const run = new Run(target, { seed, profile, effort: amount, wire: wireTo(target) });
    try {
      const { outcomes, broken, leftOut } = await runChecks(run, some);
      return {
        findings: outcomes.filter(isFinding),
        broken: [...broken.map(({ message }) => message), ...leftOut.map(({ check, why }) => `${check.id}: ${why}`)],
      };
    } finally {
      await run.close();
    }
  };
  const isNamed = ({ clause }: Outcome): boolean => clause === defect.clause;
  const namesOf = (findings: readonly Outcome[]): readonly string[] =>
    findings.filter(isNamed).map(({ check }) => check.id);
  try {
    const { findings, broken } = await show(checks, 'standard', effort);
    // Its exchanges are fewer: what the standard profile sees with a check, this one may not.
    const bySmoke = findings.filter((one) => one.check.profile === 'smoke' && isNamed(one)).map(({ check }) => check);
    const smoke = await show(bySmoke, 'smoke', 1);
    const [caughtBy, caughtBySmoke] = [namesOf(findings), namesOf(smoke.findings)];
    const told = findings.map(({ check: { id, profile }, clause = '', message }) => ({
      check: id,
      clause,
      profile,
      message,
    }));
    const own: readonly string[] = [defect.clause, ...(defect.also ?? [])];
    return {
      id: defect.id,
      findings: told,
      elsewhere: told.filter(({ clause }) => !own.includes(clause)),
      isKilled: caughtBy.length > 0,
      isMisattributed: findings.length > 0 && caughtBy.length === 0,
      isKilledBySmoke: caughtBySmoke.length > 0,
      caughtBy,
      caughtBySmoke,
      broken: [...broken, ...smoke.broken],
    };
  } finally {
    await opened.close();
  }
};

/** What two looks at a defect show together. */
export const together = (one: DefectTrial, other: DefectTrial): DefectTrial => {
  const isKilled = one.isKilled || other.isKilled;
  const asDeployment = one.asDeployment ?? other.asDeployment;
  const findings = [...one.findings, ...other.findings];
  return {
    id: one.id,
    findings,
    isKilled,
    isMisattributed: findings.length > 0 && !isKilled,
    elsewhere: onceEach([...one.elsewhere, ...other.elsewhere]),
    isKilledBySmoke: one.isKilledBySmoke || other.isKilledBySmoke,
    caughtBy: [...new Set([...one.caughtBy, ...other.caughtBy])],
    caughtBySmoke: [...new Set([...one.caughtBySmoke, ...other.caughtBySmoke])],
    ...(asDeployment && { asDeployment }),
    broken: [...one.broken, ...other.broken],
  };
};

const onceEach = (findings: readonly DefectFinding[]): readonly DefectFinding[] => [
  ...new Map(findings.map((finding) => [`${finding.check} ${finding.clause}`, finding])).values(),
];

export const checksOf = ({ clause, also = [] }: Defect, all: readonly Check[]): readonly Check[] =>
  all.filter(({ clauses }) => clauses.some((id) => id === clause || also.includes(id)));
