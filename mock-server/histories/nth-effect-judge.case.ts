/** What a day in which effects have failed has to come to, and what has to hold while they do. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type Course, type EffectKind, type Look, injected } from './nth-effect.case.ts';

/** Whatever has failed, what is left is what is left without failures. */
export const expectAsWell = (well: Course, course: Course, kind: EffectKind): void => {
  expect(course.failed, 'effects that failed').toBeGreaterThan(0);
  if (course.meanwhile !== undefined) expectMeanwhile(course.meanwhile, kind);
  expectSound(course.end);
  expect(course.end.jobs, 'jobs').toEqual(well.end.jobs);
  expect(course.end.balance.total_spent_usd, 'what was spent').toBeCloseTo(well.end.balance.total_spent_usd, 9);
  expectDownloads(well, course);
  // A file that fails is a reason to fail one call, and a frame is one to cut off one stream.
  const failures = (of: EffectKind): number => (kind === of ? course.failed : 0);
  expect(course.refusals, 'answers with 500').toEqual(Array.from({ length: failures('file') }, () => 'internal_error'));
  expect(course.end.cut, 'streams cut off').toEqual(Array.from({ length: failures('frame') }, () => 1011));
  // Every failure is told of, and nothing else.
  expect(course.told.length, 'failures that were told of').toBeGreaterThan(0);
  expect(
    course.told.filter((message) => !message.includes(injected)),
    'what else was told of',
  ).toEqual([]);
};

/** A picture bears the id of its job, which is another one where something else was done before it, because it was put off. */
const expectDownloads = (well: Course, course: Course): void => {
  expect(course.downloads.length, 'downloads').toBe(well.downloads.length);
  for (const [place, { job, bytes }] of course.downloads.entries()) {
    const asWell = well.downloads[place];
    expect(bytes === '', 'downloads of nothing').toBe(asWell?.bytes === '');
    if (job === asWell?.job) expect(digest(bytes), 'downloads').toBe(digest(asWell.bytes));
    else expect(course.meanwhile?.putOff ?? 0, 'steps put off, where a job has another id').toBeGreaterThan(1);
  }
};

/** Nothing is lost, or taken for nothing, while every effect of the kind fails, for hours. */
const expectMeanwhile = (meanwhile: NonNullable<Course['meanwhile']>, kind: EffectKind): void => {
  const abandoned = meanwhile.deliveries.filter(({ status }) => status === 'abandoned').length;
  expectSound(meanwhile, abandoned);
  expect(abandoned > 0, 'whether webhooks were given up').toBe(kind === 'webhook');
  expect(meanwhile.putOff > 0, 'whether steps were put off').toBe(kind !== 'webhook');
};

/** What holds whatever fails. @param missing how many webhooks have not arrived */
export const expectSound = (look: Look, missing = 0): void => {
  const { jobs, balance, usage, streams, cut, deliveries, received, left, uploads } = look;
  const spent = usage.reduce((sum, { charged_usd }) => sum + charged_usd, 0);
  expect(balance.total_spent_usd, 'what was spent').toBeCloseTo(spent, 9);
  expect(balance.balance_usd, 'what is left').toBeCloseTo(100 - spent, 9);
  expect(
    jobs.filter(({ status }) => status !== 'succeeded'),
    'jobs without success',
  ).toEqual([]);
  const streamed = usage.filter(({ feature }) => feature === 'voice_changer');
  const prices = streamed.map(({ charged_usd }) => rounded(charged_usd)).toSorted((one, other) => one - other);
  // Seven seconds each, unless it was cut off before any time had gone by.
  const due = Array.from({ length: streams }, (_, index) => (index < cut.length ? 0 : rounded(0.0015 * 7)));
  expect(prices, 'the prices of the streams in the usage log').toEqual(due);
  const ofJobs = jobs.reduce((sum, { charged_usd }) => sum + charged_usd, 0);
  expect(ofJobs + due.reduce((sum, price) => sum + price, 0) / 1e6, 'the prices of all').toBeCloseTo(spent, 9);
  const arrived = deliveries.filter(({ attempts }) => attempts.some(isTaken));
  expect([deliveries.length, arrived.length], 'webhooks, and those that arrived').toEqual([
    jobs.length,
    jobs.length - missing,
  ]);
  for (const { id, status, attempts } of deliveries) {
    const ladder = attempts.filter(({ extra }) => !extra);
    expect(ladder.length, `attempts at ${id}`).toBeLessThanOrEqual(6);
    const isDelivered = ladder.some(isTaken);
    expect([status, isDelivered || ladder.length === 6], `the end of ${id}`).toEqual([
      isDelivered ? 'delivered' : 'abandoned',
      true,
    ]);
  }
  for (const { id, attempts } of arrived) {
    expect(attempts.filter(isTaken).length, `how often ${id} was taken`).toBe(1);
    expect(
      received.some(({ body }) => body['delivery_id'] === id),
      `whether ${id} came`,
    ).toBe(true);
  }
  expect(left, 'files that are left').toEqual({ partial: 0, uploads });
};

const isTaken = ({ status }: { readonly status: number | null }): boolean => status === 200;

/** Short enough to be shown. */
const digest = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

const rounded = (usd: number): number => Math.round(usd * 1e6);
