/** Whether the judge of killed mocks sees anything: what one of them would leave that loses, doubles or overcharges. */
import { expect, test } from 'vitest';
import { type Aftermath, expectNothingLost } from './kill-judge.case.ts';

const job = (id: string) => ({ id, status: 'succeeded', charged_usd: 0.03 });
const webhook = (delivery: string, id: string) => ({ delivery_id: delivery, data: { id } });

/** A stream of half a second, which is half a minute of the mock. */
const stream = { id: 'stream', maxCostUsd: 0.09, openedAt: 0, cutAt: 500, aliveSeconds: 29.5 };

/** Two jobs, one of them told of twice, and a stream. */
const sound: Aftermath = {
  submits: [{ id: 'one' }, { id: 'two' }],
  jobs: [job('one'), job('two')],
  sessions: [{ id: 'stream', charged_usd: 0.045 }],
  balance: { balance_usd: 99.895, total_spent_usd: 0.105 },
  openingUsd: 100,
  received: [webhook('d1', 'one'), webhook('d2', 'two'), webhook('d1', 'one')],
  streams: [stream],
  speed: 60,
};

test('what a mock leaves that has lost nothing and done nothing twice is as it should be', () => {
  expectNothingLost(sound);
});

test.each<[does: string, left: Partial<Aftermath>, breaks: RegExp]>([
  ['loses a job', { jobs: [job('one')] }, /acknowledged/],
  ['gives one job to two keys', { submits: [{ id: 'one' }, { id: 'one' }] }, /as many jobs as keys/],
  ['leaves a job without an end', { jobs: [job('one'), { ...job('two'), status: 'processing' }] }, /the end of two/],
  ['charges a job twice', { balance: { balance_usd: 99.865, total_spent_usd: 0.135 } }, /what was spent/],
  ['loses money', { balance: { balance_usd: 99.885, total_spent_usd: 0.105 } }, /what is left/],
  ['loses a webhook', { received: [webhook('d1', 'one')] }, /of which a webhook told/],
  [
    'tells of a job under two ids',
    { received: [...sound.received, webhook('d3', 'one')] },
    /one delivery for each job/,
  ],
  ['tells of two jobs under one id', { received: [...sound.received, webhook('d1', 'two')] }, /the job of d1/],
  [
    'makes a seventh attempt',
    { received: [...sound.received, ...Array.from({ length: 6 }, () => webhook('d2', 'two'))] },
    /attempts/,
  ],
  ['bills a stream for longer than its client had it', { streams: [{ ...stream, cutAt: 400 }] }, /by its life/],
  ['bills a stream above its ceiling', { streams: [{ ...stream, maxCostUsd: 0.044 }] }, /by its ceiling/],
  [
    'bills nothing for a stream that was alive',
    {
      sessions: [{ id: 'stream', charged_usd: 0 }],
      balance: { balance_usd: 99.94, total_spent_usd: 0.06 },
    },
    /by its last sign of life/,
  ],
  [
    'bills a stream for longer than its last sign of life',
    { streams: [{ ...stream, aliveSeconds: 29 }] },
    /by its last sign of life/,
  ],
  [
    'does not know a stream any more',
    { sessions: [], balance: { balance_usd: 99.94, total_spent_usd: 0.06 } },
    /by its/,
  ],
])('a mock that %s is caught', (_does, left, breaks) => {
  expect(() => expectNothingLost({ ...sound, ...left })).toThrow(breaks);
});
