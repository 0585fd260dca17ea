/** Whether the n-th effect sees anything: days that have come to something else. */
import { beforeAll, expect, test } from 'vitest';
import { type Course, type Day, injected, spend } from './nth-effect.case.ts';
import { expectAsWell, expectSound } from './nth-effect-judge.case.ts';

const day: Day = { seed: 3, steps: ['submit', 'talk', 'download'], answers: [200] };

let well: Course;
let failed: Course;
beforeAll(async () => {
  well = await spend(day, { kind: 'webhook', first: Number.POSITIVE_INFINITY, times: 0 });
  failed = await spend(day, { kind: 'webhook', first: 1, times: 1 });
}, 60_000);

test('a day whose first webhook fails comes to what a day without failures comes to', () => {
  expectSound(well);
  expectAsWell(well, failed);
});

test.each<[does: string, other: () => Partial<Course>, breaks: RegExp]>([
  ['does not fail where it is to', () => ({ failed: 0 }), /effects that failed/],
  ['does not tell of a failure', () => ({ told: [] }), /failures that were told of/],
  ['fails by itself', () => ({ told: [injected, 'something else'] }), /what else was told of/],
  ['makes a second job', () => ({ jobs: [...failed.jobs, ...failed.jobs] }), /deliveries|jobs/],
  ['leaves a job without success', () => ({ jobs: failed.jobs.map((job) => ({ ...job, status: 'failed' })) }), /jobs/],
  ['gives out other bytes', () => ({ downloads: ['other'] }), /downloads/],
  ['takes more than was spent', () => ({ balance: { ...failed.balance, balance_usd: 0 } }), /what is left/],
  ['spends what is not in the log', () => ({ balance: { balance_usd: 0, total_spent_usd: 100 } }), /what was spent/],
  ['bills a stream twice', () => ({ sessions: failed.sessions - 1 }), /streams in the usage log/],
  ['loses a webhook', () => ({ received: [] }), /whether .* came/],
  [
    'gives up a webhook',
    () => ({ deliveries: failed.deliveries.map((one) => ({ ...one, status: 'abandoned' })) }),
    /deliveries/,
  ],
  [
    'makes a seventh attempt',
    () => ({
      deliveries: failed.deliveries.map((one) => ({
        ...one,
        attempts: Array.from({ length: 7 }, () => ({ extra: false })),
      })),
    }),
    /attempts/,
  ],
  ['leaves half a file', () => ({ left: { ...failed.left, partial: 1 } }), /files that are left/],
  ['leaves a file that nobody knows', () => ({ left: { ...failed.left, uploads: 9 } }), /files that are left/],
])('a mock that %s is caught', (_does, other, breaks) => {
  expect(() => expectAsWell(well, { ...failed, ...other() })).toThrow(breaks);
});
