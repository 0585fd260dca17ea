/** Shows one lawful server to checks: whatever they find is a false alarm. */
import type { Check } from '../check.ts';
import { Run } from '../run.ts';
import { runChecks } from '../runner.ts';
import type { Target } from '../target.ts';
import { type Time, realTime } from '../time.ts';
import { openMockTarget } from '../targets/mock.ts';
import { isFinding } from '../verdict.ts';
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
  const { target, mock, close } = await openMockTarget({ onFailure: () => undefined, balance: 100_000, ...options });
  const time: Time = {
    now: () => mock.clock.now().getTime(),
    pass: async (seconds) => void (await mock.clock.advance({ seconds })),
  };
  const judged = isDeployment ? await withoutControl(target) : target;
  const run = new Run(judged, {
    seed,
    profile: 'standard',
    effort,
    time: isDeployment ? time : realTime,
    wire: wireTo(judged),
  });
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
      ],
    };
  } finally {
    await run.close();
    await close();
  }
};

/** The same server as its users have it: with all the keys that they can be given, and no control. */
const withoutControl = async (target: Target): Promise<Target> => {
  const { control } = target;
  if (control === undefined) return target;
  const [main, second, poor] = [
    await control.createAccount({ balanceUsd: 100_000 }),
    await control.createAccount({ balanceUsd: 100_000 }),
    await control.createAccount({ balanceUsd: 0 }),
  ];
  const revoked = await control.createKey(main.id);
  await control.revokeKey(main.id, revoked.keyId);
  return {
    ...target,
    control: undefined,
    key: main.key,
    secondKey: second.key,
    revokedKey: revoked.key,
    lowBalanceKey: poor.key,
    ...(target.webhooks && { webhooks: { ...target.webhooks, secret: main.secret } }),
  };
};
