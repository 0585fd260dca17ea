/** Every fault that the mock is built to survive has a test that says so in its title, and its row in docs/faults.md leads there. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { filesByTitleId } from './scripts/title-ids.ts';

/** Without holes: F01 to this one. */
const lastFault = 71;
const faultIds = Array.from({ length: lastFault }, (_, index) => `F${String(index + 1).padStart(2, '0')}`);

/** By fault, the files that test it. */
const titled = filesByTitleId();
const shownBy = new Map(faultIds.map((id) => [id, titled.get(id) ?? []]));

type Row = { readonly id: string; readonly texts: readonly string[]; readonly links: string };

const rows: readonly Row[] = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| F'))
  .map((line) => {
    const [id = '', happens = '', does = '', links = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { id, texts: [happens, does], links };
  });

test('the id of every fault stands in the title of a test, and no title has one that there is not', () => {
  expect([...shownBy].filter(([, files]) => files.length === 0).map(([id]) => id)).toEqual([]);
  expect([...titled.keys()].filter((id) => id.startsWith('F') && !faultIds.includes(id))).toEqual([]);
});

test('every fault has its row in the table, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(faultIds);
});

test.each(rows)('the row of $id says what happens, what the mock does, and in which files that is tested', (row) => {
  for (const text of row.texts) expect(text).toMatch(/^\S.*\.$/);
  expect(row.links).toBe((shownBy.get(row.id) ?? []).map((file) => `[${basename(file)}](../${file})`).join(', '));
});
