/** The lines of the journal in the page: however many come, each is looked at once for a question, and the oldest make room. */
import { expect, test } from 'vitest';
import type { JournalNews } from '../../spec/schemas/feed.ts';
import { FilteredRows, JournalRows } from './page/journal-rows.ts';

const rowsFrom = (first: number, count: number): JournalNews[] =>
  Array.from({ length: count }, (_, index) => ({ seq: first + index }) as JournalNews);

const filled = (count: number, rows = new JournalRows()): JournalRows => {
  for (let first = 1; first <= count; first += 1_000) rows.put(rowsFrom(first, 1_000));
  return rows;
};

test('a page that is told of a million entries keeps the newest of them, at the most two hundred thousand', () => {
  const rows = new JournalRows();
  let most = 0;
  for (let first = 1; first <= 1_000_000; first += 1_000) {
    rows.put(rowsFrom(first, 1_000));
    most = Math.max(most, rows.rows.length);
  }
  expect(most).toBeLessThanOrEqual(200_000);
  expect(rows.rows.length).toBeGreaterThanOrEqual(100_000);
  expect(rows.rows.at(-1)?.seq).toBe(1_000_000);
});

test('a question is asked of each entry once, and another one of all anew', () => {
  const rows = new JournalRows();
  const filter = new FilteredRows();
  let asked = 0;
  const isEven = ({ seq }: JournalNews): boolean => (asked++, seq % 2 === 0);
  for (let first = 1; first <= 100_000; first += 1_000) {
    rows.put(rowsFrom(first, 1_000));
    expect(filter.of(rows, isEven).at(-1)?.seq).toBe(first + 999);
  }
  expect([asked, filter.of(rows, isEven).length]).toEqual([100_000, 50_000]);
  expect(filter.of(rows, () => true)).toHaveLength(100_000);
});

test('what has made room is found by no question any more', () => {
  const rows = filled(200_000);
  const filter = new FilteredRows();
  const all = (): boolean => true;
  expect(filter.of(rows, all)[0]?.seq).toBe(1);
  rows.put(rowsFrom(200_001, 1));
  const [oldest] = filter.of(rows, all);
  expect(oldest).toBe(rows.rows[0]);
  expect(filter.of(rows, all)).toHaveLength(rows.rows.length);
});
