/** Clients that take a refusal wrongly, and those that are careless with money. */
import type { BrokenClient } from './broken.case.ts';
import type { Answer, Stage } from './stage.case.ts';
import { addressOf, liveSwap, submit } from './well.case.ts';

export const brokenRefusals: readonly BrokenClient[] = [
  {
    name: 'sends again at once after rate_limited',
    clause: 'errors.rate-limited-back-off',
    options: { rateLimit: 3 },
    play: async ({ get, wait }) => {
      for (let tries = 0; tries < 40; tries++) {
        await get('/balance');
        await wait(0.05);
      }
    },
  },
  {
    name: 'hammers a platform that is full',
    clause: 'errors.at-capacity-retry',
    play: (stage) => repeat(stage, avatar('magic_at_capacity'), [0.001, 0.001, 0.001, 0.001]),
  },
  {
    name: 'takes at_capacity for final',
    clause: 'errors.at-capacity-retry',
    play: (stage) => repeat(stage, avatar('magic_at_capacity'), []),
  },
  {
    name: 'treats every 429 alike',
    clause: 'errors.at-capacity-told-from-rate-limited',
    play: async (stage) => {
      await repeat(stage, avatar('magic_rate_limited'), [1, 2, 4]);
      await repeat(stage, avatar('magic_at_capacity'), [1, 2, 4]);
    },
  },
  {
    name: 'takes warming up for being full, and comes back after two seconds',
    clause: 'errors.capacity-warming-retry',
    options: { capacity: { voice: 'warming' } },
    play: (stage) => repeat(stage, (it) => it.post('/voice/session', {}), [2, 2, 2]),
  },
  {
    name: 'takes warming up for final',
    clause: 'errors.capacity-warming-retry',
    options: { capacity: { voice: 'warming' } },
    play: (stage) => repeat(stage, (it) => it.post('/voice/session', {}), []),
  },
  {
    name: 'takes a failure of the service for its own',
    clause: 'errors.internal-error-retry',
    play: (stage) => repeat(stage, avatar('magic_internal_error'), []),
  },
  {
    name: 'tries again and again on an empty balance',
    clause: 'errors.insufficient-balance-top-up',
    options: { balance: 0 },
    play: (stage) => repeat(stage, avatar('Good morning.'), [5, 10, 20]),
  },
  {
    name: 'sees an empty balance and submits all the same',
    clause: 'service.topped-up-in-advance',
    options: { balance: 0 },
    play: async (stage) => {
      await stage.get('/balance');
      await submit(stage);
    },
  },
  {
    name: 'starts a session that its balance does not cover',
    clause: 'endpoints.full-live-swap.balance-covers-ceiling',
    options: { balance: 1, choices: { 'session-funds': 'connect-only' } },
    play: async (stage) => {
      await stage.get('/balance');
      const session = await liveSwap(stage, { duration_minutes: 240 });
      await stage.open(addressOf(session));
    },
  },
  {
    name: 'tries again only if the message says shortly',
    clause: 'errors.branch-on-code',
    options: { capacity: { saturated: true } },
    play: async (stage) => {
      for (let order = 0; order < 12; order++) {
        await repeat(stage, avatar(`Good morning, number ${order}.`), [], async (it, first) => {
          if (first.message.includes('shortly')) await it();
        });
      }
    },
  },
];

type Send = (stage: Stage) => Promise<Answer>;

let image: { readonly stage: Stage; readonly key: string } | undefined;

/** One image for all submits of a client. */
const avatar =
  (script: string): Send =>
  async (stage) => {
    if (image?.stage !== stage) image = { stage, key: await stage.upload() };
    return stage.post('/avatar', { image_key: image.key, script });
  };

/** Sends, and after each wait sends the same again. */
const repeat = async (
  stage: Stage,
  send: Send,
  waits: readonly number[],
  then: (again: () => Promise<void>, first: Answer) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const first = await send(stage);
  for (const seconds of waits) {
    await stage.wait(seconds);
    await send(stage);
  }
  await stage.wait(5);
  await then(async () => void (await send(stage)), first);
  await stage.wait(5);
};
