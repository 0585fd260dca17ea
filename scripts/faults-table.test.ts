/** The table of faults: no id is missing, and every test that it names is there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../mock-server/cli/launch.case.ts';

/** The ids that the table must have, as ranges. Rows of other ids may stand there too. What is left out waits for a durable store. */
const required = [
  [4, 4],
  [8, 8],
  [10, 12],
  [14, 66],
] as const;

type Row = { readonly id: string; readonly says: readonly string[]; readonly shownBy: readonly Named[] };
type Named = { readonly file: string; readonly titles: readonly string[] };

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** A cell holds a link to each file, and behind it the titles as code. */
const namedIn = (cell: string): Named[] =>
  [...cell.matchAll(/\]\(\.\.\/([^)]+)\)([^[]*)/g)].map(([, file = '', rest = '']) => ({
    file,
    titles: [...rest.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title.replaceAll('\\|', '|')),
  }));

const rows: readonly Row[] = readFileSync(join(root, 'docs/faults.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| F'))
  .map((line) => {
    const [id = '', happens = '', does = '', shownBy = ''] = cellsOf(line);
    return { id, says: [happens, does], shownBy: namedIn(shownBy) };
  });

test('every fault that the table must have is there, once, and in order', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const must = required.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => `F${String(from + index).padStart(2, '0')}`),
  );
  expect(must.filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(rows)('$id says what happens and what the mock does, and names tests', ({ says, shownBy }) => {
  for (const text of says) expect(text).toMatch(/^\S.*\.$/);
  expect(shownBy).not.toEqual([]);
  for (const { file, titles } of shownBy) {
    expect(file).toMatch(/\.test\.ts$/);
    expect(titles, file).not.toEqual([]);
  }
});

/** Whether a file has a test of this title: the first argument of a call, in any quotes. */
const hasTest = (code: string, title: string): boolean => {
  const escaped = title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`\\(\\s*(['"\`])${escaped}\\1,`).test(code);
};

test.each(rows.flatMap(({ id, shownBy }) => shownBy.map((named) => ({ id, ...named }))))(
  '$id: the tests named in $file are there',
  ({ file, titles }) => {
    const code = readFileSync(join(root, file), 'utf8');
    expect(titles.filter((title) => !hasTest(code, title))).toEqual([]);
  },
);
