/** Shows one lawful server to all checks: whatever they find is a false alarm. */
import type { Check } from '../check.ts';
import { type Outcome, judge } from '../judge.ts';
import { Run } from '../run.ts';
import { openMockTarget } from '../targets/mock.ts';
import type { Variant } from './variants.ts';

export type VariantTrial = {
  readonly name: string;
  readonly alarms: readonly { readonly check: string; readonly message: string }[];
  /** Checks that could not be run to their end. */
  readonly broken: readonly string[];
  readonly passed: number;
  readonly tookMs: number;
};

/** @param effort how many random cases a property draws; 1 is usual */
export const tryVariant = async (
  { name, options }: Variant,
  checks: readonly Check[],
  effort: number,
): Promise<VariantTrial> => {
  const started = performance.now();
  const { target, close } = await openMockTarget({ onFailure: () => undefined, ...options });
  const run = new Run(target, { seed: options.seed ?? 1, profile: 'standard', effort });
  const outcomes: Outcome[] = [];
  const broken: string[] = [];
  try {
    for (const check of checks) {
      try {
        outcomes.push(await judge(run, check));
      } catch (error) {
        broken.push(error instanceof Error ? error.message : String(error));
      }
    }
  } finally {
    await run.close();
    await close();
  }
  return {
    name,
    alarms: outcomes
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(({ check, message }) => ({ check: check.id, message })),
    broken,
    passed: outcomes.filter(({ verdict }) => verdict === 'pass').length,
    tookMs: performance.now() - started,
  };
};
