/**
 * The n-th effect outside fails, for every n of many short days, once or for a while: a file that is begun or finished, a webhook, a frame.
 * A client that asks again what was answered with 500 comes to the same jobs and the same money, and nothing is left of what failed.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Course, type Day, type EffectKind, day, effectKinds, injected, spend } from './nth-effect.case.ts';

const days = fc.sample(day, { seed: 5, numRuns: Number(process.env['DAYS'] ?? 40) });

test.each(effectKinds)(
  'whichever %s fails, once or three times in a row, the same is left in the end',
  async (kind) => {
    let runs = 0;
    for (const one of days) {
      const well = await spend(one, { kind, first: Number.POSITIVE_INFINITY, times: 0 });
      expectSound(well, 'without failures');
      for (let first = 1; first <= well.effects[kind]; first++) {
        const times = (first + runs) % 2 === 0 ? 1 : 3;
        expectAsWell(one, well, await spend(one, { kind, first, times }), kind, first);
        runs++;
      }
    }
    process.stdout.write(`${days.length} days, ${runs} places at which a ${kind} failed\n`);
    expect(runs).toBeGreaterThan(days.length / 2);
  },
);

const expectAsWell = (one: Day, well: Course, course: Course, kind: EffectKind, first: number): void => {
  const where = `${kind} ${first} of ${JSON.stringify(one)}`;
  expect(course.failed, where).toBeGreaterThan(0);
  expectSound(course, where);
  expect(course.jobs, where).toEqual(well.jobs);
  expect(course.downloads, where).toEqual(well.downloads);
  // Every failure is told of, and nothing else.
  expect(course.told.length, where).toBeGreaterThan(0);
  expect(
    course.told.filter((message) => !message.includes(injected)),
    where,
  ).toEqual([]);
};

/** What holds whatever fails. */
const expectSound = (course: Course, where: string): void => {
  const { jobs, balance, usage, sessions, deliveries, received, left, uploads } = course;
  const spent = usage.reduce((sum, { charged_usd }) => sum + charged_usd, 0);
  expect(balance.total_spent_usd, where).toBeCloseTo(spent, 9);
  expect(balance.balance_usd, where).toBeCloseTo(100 - spent, 9);
  expect(
    jobs.filter(({ status }) => status !== 'succeeded'),
    where,
  ).toEqual([]);
  const streams = usage.filter(({ feature }) => feature === 'voice_changer');
  expect(streams.length, where).toBe(sessions);
  // Seven seconds each, unless a frame that failed has ended it before.
  for (const { charged_usd } of streams) expect([0, 0.0015 * 7].map(rounded), where).toContain(rounded(charged_usd));
  expect(
    deliveries.map(({ status }) => status),
    where,
  ).toEqual(jobs.map(() => 'delivered'));
  for (const { id, attempts } of deliveries) {
    expect(attempts.length, where).toBeLessThanOrEqual(6);
    expect(
      received.some(({ body }) => body['delivery_id'] === id),
      where,
    ).toBe(true);
  }
  expect(left, where).toEqual({ partial: 0, uploads });
};

const rounded = (usd: number): number => Math.round(usd * 1e6);
