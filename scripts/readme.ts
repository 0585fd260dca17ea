/** Writes the tables of README.md that the code knows better: `npx tsx scripts/readme.ts`. A test holds them against it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { program } from '../mock-server/cli/program.ts';
import { magicTable } from '../spec/magic.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const flagRows = (): string[][] => {
  const start = program.commands.find((command) => command.name() === 'start');
  return (start?.options ?? []).map(({ flags, description, defaultValue, envVar }) => {
    const [, meaning = description, told = ''] = /^(.*?)(?: \(default: (.*)\))?$/.exec(description) ?? [];
    const variable = envVar === undefined ? '' : `\`${envVar}\``;
    return [`\`${flags}\``, meaning, defaultValue === undefined ? told : String(defaultValue), variable];
  });
};

const tables: { readonly [name: string]: () => string } = {
  flags: () => table(['flag', 'meaning', 'default', 'variable'], flagRows()),
  'magic words': () =>
    table(
      ['word', 'what happens', 'where it counts'],
      magicTable.map(({ word, does, where }) => [`\`${word}\``, does, where]),
    ),
};

/** The text with every table between its two marks made anew. */
export const withTables = (text: string): string =>
  Object.entries(tables).reduce((done, [name, build]) => {
    const marks = [`<!-- ${name}: written by scripts/readme.ts -->`, `<!-- end of ${name} -->`] as const;
    const [from, to] = marks.map((mark) => done.indexOf(mark)) as [number, number];
    if (from < 0 || to < from) throw new Error(`the marks of the table "${name}" are missing`);
    return `${done.slice(0, from + marks[0].length)}\n${build()}\n${done.slice(to)}`;
  }, text);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const before = readFileSync(file, 'utf8');
  const after = withTables(before);
  if (after !== before) writeFileSync(file, after);
  console.log(after === before ? 'Up to date.' : 'Written: README.md');
}
