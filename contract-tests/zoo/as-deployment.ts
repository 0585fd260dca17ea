/** A mock as its users have the service: with all the keys that they can be given and no control. Its clock is moved underneath, so that nobody waits. */
import { rateCard } from '../../fixtures/rate-card.ts';
import type { Control } from '../control.ts';
import { type Rates, readRates } from '../money/rates.ts';
import type { Target } from '../target.ts';
import type { MockTarget } from '../targets/mock.ts';
import type { Time } from '../time.ts';
import { openWire } from '../wire/send.ts';

export const asDeployment = async ({
  target,
  mock,
}: Pick<MockTarget, 'target' | 'mock'>): Promise<{ readonly target: Target; readonly time: Time }> => ({
  target: target.control === undefined ? target : await withoutControl(target, target.control),
  time: {
    now: () => mock.clock.now().getTime(),
    pass: async (seconds) => void (await mock.clock.advance({ seconds })),
  },
});

const withoutControl = async (target: Target, control: Control): Promise<Target> => {
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
    spend: { budgetUsd: Number.POSITIVE_INFINITY, rates: await ratesByHand(target) },
    ...(target.webhooks && { webhooks: { ...target.webhooks, secret: main.secret } }),
  };
};

/** What a server's own list of prices leaves open its user has to give by hand: without a price nothing is paid for. */
const ratesByHand = async ({ baseUrl }: Target): Promise<Rates> => {
  const wire = openWire();
  try {
    const { answer } = await wire.send({ method: 'GET', url: `${baseUrl}/pricing`, headers: {}, body: undefined });
    const known = readRates(answer?.json);
    return Object.fromEntries(Object.entries(readRates(rateCard)).filter(([feature]) => !(feature in known)));
  } finally {
    wire.close();
  }
};
