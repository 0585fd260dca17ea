import { expect, test } from 'vitest';
import { booksOf, dueFor, isWithin } from './bookkeeper.ts';
import { job, logOf as log, stream } from './log.case.ts';

const card = { voice_changer: { unit: 'second', usd: 0.5 } };

test('an account owes what its own jobs say that succeeded, as their last look has it', () => {
  const books = booksOf(
    log({
      jobs: [
        job(0, { status: 'processing', charged_usd: 9 }, { status: 'succeeded', charged_usd: 0.07 }),
        job(0, { status: 'failed', charged_usd: 0.5 }),
        job(1, { status: 'succeeded', charged_usd: 3 }),
      ],
    }),
    0,
    card,
  );
  expect(books.dueMicros).toEqual({ least: 70_000, most: 70_000 });
  expect([books.succeeded.length, books.failed.length]).toEqual([1, 1]);
});

test('a job that was never seen at its end is owed nothing for', () => {
  expect(booksOf(log({ jobs: [job(0), job(0, { status: 'queued' })] }), 0, card).dueMicros.most).toBe(0);
});

test('a stream costs its seconds, rounded either way, a cent more or less', () => {
  expect(dueFor(stream(2.5, 30_000_000), { unit: 'second', usd: 0.5 })).toEqual({ least: 990_000, most: 1_510_000 });
  expect(dueFor(stream(2.5, 30_000_000), { unit: 'minute', usd: 30 })).toEqual({ least: 990_000, most: 1_510_000 });
});

test('a stream costs no more than its ceiling, and anything up to it where no rate can be read', () => {
  expect(dueFor(stream(100, 40_000_000), { unit: 'second', usd: 0.5 }).most).toBe(40_000_000);
  expect(dueFor(stream(100, 40_000_000), undefined)).toEqual({ least: 0, most: 40_000_000 });
  expect(dueFor(stream(100, Number.NaN), undefined).most).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  [70_000, true],
  [70_001, true],
  [70_002, false],
  [69_998, false],
])('%i micros are within a due of 70,000: %s', (micros, holds) => {
  expect(isWithin(micros, { least: 70_000, most: 70_000 })).toBe(holds);
});
