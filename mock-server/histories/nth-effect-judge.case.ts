/** What a day in which an effect has failed has to come to. */
import { expect } from 'vitest';
import { type Course, injected } from './nth-effect.case.ts';

/** Whatever has failed, what is left is what is left without failures. */
export const expectAsWell = (well: Course, course: Course): void => {
  expect(course.failed, 'effects that failed').toBeGreaterThan(0);
  expectSound(course);
  expect(course.jobs, 'jobs').toEqual(well.jobs);
  expect(course.downloads, 'downloads').toEqual(well.downloads);
  // Every failure is told of, and nothing else.
  expect(course.told.length, 'failures that were told of').toBeGreaterThan(0);
  expect(
    course.told.filter((message) => !message.includes(injected)),
    'what else was told of',
  ).toEqual([]);
};

/** What holds whatever fails. */
export const expectSound = (course: Course): void => {
  const { jobs, balance, usage, sessions, deliveries, received, left, uploads } = course;
  const spent = usage.reduce((sum, { charged_usd }) => sum + charged_usd, 0);
  expect(balance.total_spent_usd, 'what was spent').toBeCloseTo(spent, 9);
  expect(balance.balance_usd, 'what is left').toBeCloseTo(100 - spent, 9);
  expect(
    jobs.filter(({ status }) => status !== 'succeeded'),
    'jobs without success',
  ).toEqual([]);
  const streams = usage.filter(({ feature }) => feature === 'voice_changer');
  expect(streams.length, 'streams in the usage log').toBe(sessions);
  // Seven seconds each, unless a frame that failed has ended it before.
  for (const { charged_usd } of streams)
    expect([0, 0.0015 * 7].map(rounded), 'the price of a stream').toContain(rounded(charged_usd));
  expect(
    deliveries.map(({ status }) => status),
    'deliveries',
  ).toEqual(jobs.map(() => 'delivered'));
  for (const { id, attempts } of deliveries) {
    expect(attempts.length, 'attempts').toBeLessThanOrEqual(6);
    expect(
      received.some(({ body }) => body['delivery_id'] === id),
      `whether ${id} came`,
    ).toBe(true);
  }
  expect(left, 'files that are left').toEqual({ partial: 0, uploads });
};

const rounded = (usd: number): number => Math.round(usd * 1e6);
