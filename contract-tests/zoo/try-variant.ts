/** Shows one lawful server to checks: whatever they find is a false alarm. */
import type { Check } from '../check.ts';
import { needsUnmet } from '../offers.ts';
import { Run } from '../run.ts';
import { runChecks } from '../runner.ts';
import { realTime } from '../time.ts';
import { openMockTarget } from '../targets/mock.ts';
import { isFinding } from '../verdict.ts';
import { asDeployment } from './as-deployment.ts';
import { isExcused } from './excused.ts';
import { withFewFiles } from './few-files.ts';
import { type WireTo, networkWire } from './memory-wire.ts';
import type { Variant } from './variants.ts';

export type VariantTrial = {
  readonly name: string;
  readonly alarms: readonly { readonly check: string; readonly message: string }[];
  /** Checks that could not be run to their end. */
  readonly broken: readonly string[];
};

/**
 * @param effort how many random cases a property draws; 1 is usual
 * @param wireTo what its requests go over
 */
export const tryVariant = async (
  { name, options, isDeployment }: Variant,
  checks: readonly Check[],
  effort: number,
  wireTo: WireTo = networkWire,
): Promise<VariantTrial> => {
  const { seed = 1 } = options;
  const opened = await openMockTarget({ onFailure: () => undefined, balance: 100_000, ...options });
  const { target, time } = isDeployment
    ? await asDeployment(opened)
    : { target: withFewFiles(opened.target), time: realTime };
  const run = new Run(target, { seed, profile: 'standard', effort, time, wire: wireTo(target) });
  try {
    const { outcomes, broken, leftOut } = await runChecks(run, checks);
    return {
      name,
      alarms: outcomes.filter(isFinding).map(({ check, message }) => ({ check: check.id, message })),
      broken: [
        ...broken.map(({ message }) => message),
        ...leftOut.map(({ check, why }) => `${check.id} was left out: ${why}`),
        // A check that no longer judges on a lawful server is no check there; a deployment may show too little of a kind.
        ...outcomes.flatMap(({ check, isVacuous, message }) =>
          isVacuous && !isDeployment ? [`${check.id} passed, ${message}`] : [],
        ),
        // Nor is one that could not judge though all is there that it says it needs.
        ...outcomes.flatMap(({ check, verdict, message }) =>
          verdict === 'not_testable' && needsUnmet(check, run) === undefined && !isExcused(check, isDeployment)
            ? [`${check.id} was not testable: ${message}`]
            : [],
        ),
      ],
    };
  } finally {
    await run.close();
    await opened.close();
  }
};
