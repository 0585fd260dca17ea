/** Whether the judge of killed mocks sees anything: what one of them would leave that loses, doubles or overcharges. */
import { expect, test } from 'vitest';
import { type Aftermath, expectNothingLost } from './kill-judge.case.ts';

const job = (id: string) => ({ id, status: 'succeeded', charged_usd: 0.03 });
const webhook = (delivery: string, id: string) => ({ delivery_id: delivery, data: { id } });

/** Two jobs, one of them told of twice, and a stream of half a second. */
const sound: Aftermath = {
  submits: [{ id: 'one' }, { id: 'two' }],
  jobs: [job('one'), job('two')],
  sessions: [{ id: 'stream', charged_usd: 0.045 }],
  balance: { balance_usd: 99.895, total_spent_usd: 0.105 },
  openingUsd: 100,
  received: [webhook('d1', 'one'), webhook('d2', 'two'), webhook('d1', 'one')],
  streams: [{ id: 'stream', openedAt: 0, cutAt: 500 }],
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
  [
    'bills a stream for longer than it lived',
    { streams: [{ id: 'stream', openedAt: 0, cutAt: 400 }] },
    /what stream has cost/,
  ],
])('a mock that %s is caught', (_does, left, breaks) => {
  expect(() => expectNothingLost({ ...sound, ...left })).toThrow(breaks);
});
