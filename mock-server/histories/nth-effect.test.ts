/** Whether the n-th effect sees anything: days that have come to something else. */
import { beforeAll, expect, test } from 'vitest';
import { type Course, type Day, type EffectKind, type Look, injected, spend } from './nth-effect.case.ts';
import { expectAsWell, expectSound } from './nth-effect-judge.case.ts';

const day: Day = { seed: 3, steps: ['submit', 'talk', 'download'], answers: [200] };

let well: Course;
/** Days of which the first effect of a kind has failed, and all after it where it is for good. */
let once: { readonly [kind in EffectKind]: Course };
let forGood: { readonly [kind in EffectKind]: Course };
beforeAll(async () => {
  const spent = async (times: number): Promise<{ readonly [kind in EffectKind]: Course }> => ({
    file: await spend(day, { kind: 'file', first: 1, times }),
    webhook: await spend(day, { kind: 'webhook', first: 1, times }),
    frame: await spend(day, { kind: 'frame', first: 1, times }),
  });
  well = await spend(day, { kind: 'webhook', first: Number.POSITIVE_INFINITY, times: 0 });
  once = await spent(1);
  forGood = await spent(Number.POSITIVE_INFINITY);
}, 60_000);

test.each(['file', 'webhook', 'frame'] as const)(
  'a day whose first %s fails, once or for good, comes to what a day without failures comes to',
  (kind) => {
    expectSound(well.end);
    expectAsWell(well, once[kind], kind);
    expectAsWell(well, forGood[kind], kind);
  },
);

/** A day that ends in another way than the one whose first webhook has failed. */
const ending = (other: (end: Look) => Partial<Look>) => (): Course => ({
  ...once.webhook,
  end: { ...once.webhook.end, ...other(once.webhook.end) },
});

test.each<[does: string, course: () => Course, breaks: RegExp]>([
  ['does not fail where it is to', () => ({ ...once.webhook, failed: 0 }), /effects that failed/],
  ['does not tell of a failure', () => ({ ...once.webhook, told: [] }), /failures that were told of/],
  ['fails by itself', () => ({ ...once.webhook, told: [injected, 'something else'] }), /what else was told of/],
  ['fails calls too', () => ({ ...once.webhook, refusals: ['internal_error'] }), /answers with 500/],
  ['makes a second job', ending(({ jobs }) => ({ jobs: [...jobs, ...jobs] })), /prices of all/],
  [
    'leaves a job without success',
    ending(({ jobs }) => ({ jobs: jobs.map((job) => ({ ...job, status: 'failed' })) })),
    /jobs without success/,
  ],
  [
    'gives out other bytes',
    () => ({ ...once.webhook, downloads: well.downloads.map((one) => ({ ...one, bytes: 'other' })) }),
    /downloads/,
  ],
  [
    'gives out nothing',
    () => ({ ...once.webhook, downloads: well.downloads.map((one) => ({ ...one, bytes: '' })) }),
    /downloads of nothing/,
  ],
  [
    'has another job where nothing was put off',
    () => ({ ...once.webhook, downloads: well.downloads.map((one) => ({ ...one, job: 'other' })) }),
    /another id/,
  ],
  ['takes more than was spent', ending(({ balance }) => ({ balance: { ...balance, balance_usd: 0 } })), /what is left/],
  [
    'spends what is not in the log',
    ending(() => ({ balance: { balance_usd: 0, total_spent_usd: 100 } })),
    /what was spent/,
  ],
  ['bills a stream twice', ending(({ streams }) => ({ streams: streams - 1 })), /prices of the streams/],
  ['cuts off a stream', ending(({ cut }) => ({ cut: [...cut, 1011] })), /prices of the streams/],
  ['loses a webhook', ending(() => ({ received: [] })), /whether .* came/],
  [
    'gives up a webhook',
    ending(({ deliveries }) => ({ deliveries: deliveries.map((one) => ({ ...one, status: 'abandoned' })) })),
    /the end of/,
  ],
  [
    'makes a seventh attempt',
    ending(({ deliveries }) => ({
      deliveries: deliveries.map((one) => ({ ...one, attempts: [...attempts(6, null), ...attempts(1, 200)] })),
    })),
    /attempts at/,
  ],
  [
    'sends again what was taken',
    ending(({ deliveries }) => ({ deliveries: deliveries.map((one) => ({ ...one, attempts: attempts(2, 200) })) })),
    /how often .* was taken/,
  ],
  ['leaves half a file', ending(({ left }) => ({ left: { ...left, partial: 1 } })), /files that are left/],
  ['leaves a file that nobody knows', ending(({ left }) => ({ left: { ...left, uploads: 9 } })), /files that are left/],
])('a mock that %s is caught', (_does, course, breaks) => {
  expect(() => expectAsWell(well, course(), 'webhook')).toThrow(breaks);
});

const attempts = (count: number, status: number | null): Look['deliveries'][number]['attempts'] =>
  Array.from({ length: count }, () => ({ extra: false, status }));

/** A day in which it was otherwise while every effect of the kind failed. */
const otherwise =
  (kind: EffectKind, other: (meanwhile: NonNullable<Course['meanwhile']>) => Partial<Course['meanwhile']>) =>
  (): [EffectKind, Course] => {
    const { meanwhile } = forGood[kind];
    if (meanwhile === undefined) throw new Error('it has failed for good, and nobody has looked meanwhile');
    return [kind, { ...forGood[kind], meanwhile: { ...meanwhile, ...other(meanwhile) } }];
  };

test.each<[does: string, made: () => [EffectKind, Course], breaks: RegExp]>([
  [
    'takes money for what it has not done',
    otherwise('file', ({ balance }) => ({ balance: { ...balance, balance_usd: 99 } })),
    /what is left/,
  ],
  ['leaves half a file', otherwise('file', ({ left }) => ({ left: { ...left, partial: 1 } })), /files that are left/],
  ['does all the same', otherwise('file', () => ({ putOff: 0 })), /whether steps were put off/],
  [
    'answers with another error',
    () => ['file', { ...forGood.file, refusals: ['internal_error', 'invalid_input', 'no code'] }],
    /answers with 500/,
  ],
  [
    'goes on with a webhook',
    otherwise('webhook', ({ deliveries }) => ({
      deliveries: deliveries.map((one) => ({ ...one, attempts: attempts(7, null) })),
    })),
    /attempts at/,
  ],
  [
    'gives up a webhook after five attempts',
    otherwise('webhook', ({ deliveries }) => ({
      deliveries: deliveries.map((one) => ({ ...one, attempts: attempts(5, null) })),
    })),
    /the end of/,
  ],
  [
    'says that a webhook was delivered',
    otherwise('webhook', ({ deliveries }) => ({
      deliveries: deliveries.map((one) => ({ ...one, status: 'delivered' })),
    })),
    /those that arrived/,
  ],
  [
    'bills a stream that it cuts off',
    otherwise('frame', ({ usage, balance }) => ({
      usage: usage.map((one) => (one.feature === 'voice_changer' ? { ...one, charged_usd: 0.0105 } : one)),
      balance: { total_spent_usd: balance.total_spent_usd + 0.0105, balance_usd: balance.balance_usd - 0.0105 },
    })),
    /prices of the streams/,
  ],
  [
    'closes a stream as if all were well',
    () => ['frame', { ...forGood.frame, end: { ...forGood.frame.end, cut: [1000] } }],
    /streams cut off/,
  ],
])('a mock that %s while an effect fails for good is caught', (_does, made, breaks) => {
  const [kind, course] = made();
  expect(() => expectAsWell(well, course, kind)).toThrow(breaks);
});
