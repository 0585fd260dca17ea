/** Accounts with sessions, made of nothing but their events. */
import { rateCard } from '../../fixtures/rate-card.ts';
import { type GapChoices, defaultChoices } from '../../spec/gaps.ts';
import { features } from '../../spec/vocabulary.ts';
import { type Account, emptyAccount } from './account.ts';
import type { Decision, Moment } from './commands.ts';
import type { AccountEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { type RateCard, rateFromUsd } from './pricing.ts';
import { isRefused } from './refusal.ts';
import { usualRules } from './rules.ts';
import { type World, fullCapacity } from './world.ts';

/** An account with money, whose key is `key_1`. */
export const accountWith = (balanceMicros: number, at = 0): Account => {
  const account = emptyAccount('a1');
  const key = { keyId: 'key_1', digest: 'digest' };
  evolve(account, { type: 'account.created', at, balanceMicros, rates: {}, key, webhookSecret: 'whsec_1' });
  return account;
};

/** A session of a minute that costs `secondMicros` a second. */
export const createSession = (account: Account, id: string, at: number, secondMicros: number): void =>
  evolve(account, {
    type: 'session.created',
    at,
    session: {
      id,
      feature: 'full_live_swap',
      token: `rt_${id}`,
      maxDurationSeconds: 60,
      maxCostMicros: 60 * secondMicros,
      secondMicros,
      tokenExpiresAt: at + 600_000,
      keyId: 'key_1',
    },
  });

/** A session that streams from then on; for which nothing is set aside if `held` is not given. */
export const stream = (account: Account, id: string, at: number, secondMicros: number, heldMicros?: number): void => {
  createSession(account, id, at, secondMicros);
  evolve(account, {
    type: 'session.connected',
    at,
    sessionId: id,
    connection: 1,
    ...(heldMicros !== undefined && { heldMicros }),
  });
};

/** An account whose job has ended at zero, with its webhook due. */
export const withDelivery = (): Account => {
  const account = accountWith(1_000_000);
  const plan = {
    startMs: 0,
    durationMs: 0,
    ending: { status: 'succeeded' },
    result: { kind: 'image', seed: 1 },
  } as const;
  const job = {
    id: 'job_1',
    endpoint: 'face-swap-image',
    feature: 'face_swap_image',
    priceMicros: 30_000,
    paid: 'on completion',
    plan,
    delivery: { id: 'dlv_1', url: 'http://127.0.0.1:1/' },
  } as const;
  for (const event of [
    { type: 'job.submitted', at: 0, job, place: 'rendering' },
    { type: 'job.succeeded', at: 0, jobId: 'job_1' },
  ] as const)
    evolve(account, event);
  return account;
};

export const worldWith = (choices: Partial<GapChoices> = {}): World => ({
  settings: {
    choices: { ...defaultChoices, ...choices },
    rateCard: Object.fromEntries(features.map((feature) => [feature, rateFromUsd(rateCard[feature])])) as RateCard,
    voiceIds: new Set(),
    defaultPrompt: 'Swap the face.',
    concurrency: 1,
    queue: 1,
    jobSeconds: undefined,
    rules: usualRules,
  },
  capacity: fullCapacity,
  faults: [],
  responseWaitMs: 10_000,
  clockRuns: false,
});

/** An instant, with a number between 0 and 1 for whatever is drawn. */
export const momentAt = (now: number, drawn = 0.5): Moment => ({
  now,
  draw: () => drawn,
  mint: (prefix) => `${prefix}_1`,
  mintSecret: (prefix) => `${prefix}_1`,
});

/** Folds what was decided, and gives its events. */
export const apply = (account: Account, decision: Decision): readonly AccountEvent[] => {
  if (isRefused(decision)) throw new Error(decision.refusal.message);
  for (const event of decision.events) evolve(account, event);
  return decision.events;
};
