import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthStart, weekStart, yearStart } from './calendar.ts';

const day = 86_400_000;
const instant = fc.integer({ min: Date.UTC(1970, 0, 8), max: Date.UTC(2400, 0, 1) });
const iso = (time: number): string => new Date(time).toISOString();

test.each([
  // 2026-01-01 is a Thursday.
  ['2026-01-01T00:00:00.000Z', 'monday', '2025-12-29T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', 'sunday', '2025-12-28T00:00:00.000Z'],
  ['2026-01-04T23:59:59.999Z', 'monday', '2025-12-29T00:00:00.000Z'],
  ['2026-01-04T00:00:00.000Z', 'sunday', '2026-01-04T00:00:00.000Z'],
  ['2026-01-05T00:00:00.000Z', 'monday', '2026-01-05T00:00:00.000Z'],
  ['2026-01-03T23:59:59.999Z', 'sunday', '2025-12-28T00:00:00.000Z'],
  ['2028-03-01T12:00:00.000Z', 'monday', '2028-02-28T00:00:00.000Z'],
  ['1969-12-31T12:00:00.000Z', 'monday', '1969-12-29T00:00:00.000Z'],
] as const)('at %s the week that begins on %s began at %s (F17)', (now, begins, start) => {
  expect(iso(weekStart(Date.parse(now), begins))).toBe(start);
});

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['2025-12-31T23:59:59.999Z', '2025-12-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
  ['2028-02-29T06:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'],
  ['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('at %s the month began at %s and the year at %s', (now, month, year) => {
  expect([iso(monthStart(Date.parse(now))), iso(yearStart(Date.parse(now)))]).toEqual([month, year]);
});

test.each([
  ['monday', 1],
  ['sunday', 0],
] as const)('a week that begins on %s is the last such midnight in UTC', (begins, weekday) => {
  fc.assert(
    fc.property(instant, (now) => {
      const start = weekStart(now, begins);
      expect([start % day, new Date(start).getUTCDay()]).toEqual([0, weekday]);
      expect(start <= now && now < start + 7 * day).toBe(true);
    }),
  );
});

test('months and years begin on their first day at midnight in UTC, and the present is in them (F17)', () => {
  fc.assert(
    fc.property(instant, (now) => {
      expect(iso(monthStart(now))).toBe(`${iso(now).slice(0, 7)}-01T00:00:00.000Z`);
      expect(iso(yearStart(now))).toBe(`${iso(now).slice(0, 4)}-01-01T00:00:00.000Z`);
    }),
  );
});

test('the beginning of a period is in that period', () => {
  fc.assert(
    fc.property(instant, (now) => {
      for (const begin of [(at: number) => weekStart(at, 'monday'), monthStart, yearStart]) {
        expect(begin(begin(now))).toBe(begin(now));
        expect(begin(begin(now) - 1)).toBeLessThan(begin(now));
      }
    }),
  );
});
