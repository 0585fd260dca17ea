/** Which tests show what: ids of faults and of security controls stand at the end of titles, such as `'… (F31) (B10)'`. */
import { readFileSync, readdirSync } from 'node:fs';

const sourceFolders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$|docs$)/.test(entry.name))
  .map(({ name }) => name);

const testFiles = [
  ...readdirSync('.'),
  ...sourceFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
]
  .filter((path) => path.endsWith('.test.ts'))
  .sort();

/** At the end of a title, or before what a skipped test adds to it. */
const endings = /((?: \([A-Z]\d+(?:, [A-Z]\d+)*\))+)(?:\$\{\w+\})?['"`],/g;

/** By id, the files with such a title, in order. */
export const filesByTitleId = (): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, string[]>();
  for (const file of testFiles) {
    const titles = [...readFileSync(file, 'utf8').matchAll(endings)];
    const ids = new Set(titles.flatMap(([, ending = '']) => ending.match(/[A-Z]\d+/g) ?? []));
    for (const id of ids) files.set(id, [...(files.get(id) ?? []), file]);
  }
  return files;
};
