/** Writes the tables of the documents that the code knows better: `npx tsx scripts/readme.ts`. A test holds them against it. */
import { needsOf, obstaclesOn } from '../contract-tests/scenario/playable.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { program } from '../mock-server/cli/program.ts';
import type { FaultEntry } from '../spec/faults/fault.ts';
import { faultEntry, faultNames } from '../spec/faults.ts';
import { magicTable } from '../spec/magic.ts';
import { loadStory, storyNames } from '../scenarios/load.ts';
import { subjects } from '../scenarios/claims.ts';
import { Scenario } from '../scenarios/schema.ts';
import { entryOf, verbNames } from '../scenarios/verbs.ts';

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

const paramsOf = ({ params }: FaultEntry): string =>
  Object.entries(params)
    .map(([name, param]) =>
      'values' in param
        ? `\`${name}\`: ${param.values.join(', ')} (${param.default})`
        : `\`${name}\`: ${param.min} to ${param.max} ${param.unit} (${param.default})`,
    )
    .join('<br>');

const faultRows = (): string[][] =>
  faultNames.map((name) => {
    const entry = faultEntry(name);
    return [`\`${name}\``, entry.does, `[\`${entry.clause}\`](clauses.md#${entry.clause})`, paramsOf(entry)];
  });

const stories = await Promise.all((await storyNames()).map(loadStory));

const storyRows = (): string[][] =>
  stories.map(({ name, story }) => [
    `[\`${name}\`](../scenarios/${name}.yaml)`,
    story.title,
    story.about.trim().replaceAll(/\s+/g, ' '),
  ]);

/** Where each can be played: first those that any service plays, then by what only a mock has. */
const placeRows = (): string[][] => {
  const told = stories.map((loaded) => ({
    link: `[\`${loaded.name}\`](../scenarios/${loaded.name}.yaml)`,
    ...needsOf(loaded),
  }));
  const named = (some: readonly { readonly link: string }[]): string => some.map(({ link }) => link).join(', ');
  const anywhere = told.filter(({ mock }) => mock.length === 0);
  const isHeard = ({ flags }: { readonly flags: readonly string[] }): boolean => flags.includes('--webhook-receiver');
  const why = new Map(
    stories.flatMap((loaded) => obstaclesOn(loaded, nothing)).map(({ short, needs }) => [short, needs]),
  );
  return [
    [
      'nothing',
      'any service plays it, with `--allow-spend` where it pays',
      named(anywhere.filter((one) => !isHeard(one))),
    ],
    ['`--webhook-receiver`', 'any service plays it that reaches the driver', named(anywhere.filter(isHeard))],
    ...[...new Set(told.flatMap(({ mock }) => mock))]
      .toSorted()
      .map((short) => [`\`${short}\``, why.get(short) ?? '', named(told.filter(({ mock }) => mock.includes(short)))]),
  ];
};

/** A deployment that is told nothing. */
const nothing = { webhooks: undefined, spend: undefined };

type Described = { readonly properties: { readonly [name: string]: { readonly description?: string } } };

const givenRows = (): string[][] => {
  const { given } = (Scenario as unknown as { readonly properties: { readonly given: Described } }).properties;
  return Object.entries(given.properties).map(([name, { description = '' }]) => [`\`${name}\``, description]);
};

const descriptionsIn = (list: 'timeline' | 'steps' | 'then'): { readonly [name: string]: string } => {
  const { properties } = Scenario as unknown as {
    readonly properties: { readonly [list: string]: { readonly items: Described } };
  };
  const described = properties[list]?.items.properties ?? {};
  return Object.fromEntries(Object.entries(described).map(([name, { description = '' }]) => [name, description]));
};

const coded = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const timelineRows = (): string[][] =>
  Object.entries(descriptionsIn('timeline')).map(([name, description]) => [`\`${name}\``, description]);

const stepRows = (): string[][] => {
  const descriptions = descriptionsIn('steps');
  return verbNames.map((verb) => [`\`${verb}\``, descriptions[verb] ?? '', coded(entryOf(verb).takes)]);
};

const claimRows = (): string[][] => {
  const descriptions = descriptionsIn('then');
  return Object.entries(subjects).map(([subject, narrowing]) => [
    `\`${subject}\``,
    descriptions[subject] ?? '',
    coded(narrowing),
  ]);
};

/** Words of faults stand with the faults. */
const isPlain = (word: string): boolean => !faultNames.some((name) => word.endsWith(name.replaceAll('-', '_')));

type Tables = { readonly [table: string]: () => string };

const tables: { readonly [file: string]: Tables } = {
  'docs/flags.md': {
    flags: () => table(['flag', 'meaning', 'default', 'variable'], flagRows()),
  },
  'docs/magic-words.md': {
    'magic words': () =>
      table(
        ['word', 'what happens', 'where it counts'],
        magicTable.filter(({ word }) => isPlain(word)).map(({ word, does, where }) => [`\`${word}\``, does, where]),
      ),
  },
  'docs/scenarios.md': {
    stories: () => table(['story', 'what happens', 'why, and what a client does'], storyRows()),
    places: () => table(['what it needs', 'which is so because', 'stories'], placeRows()),
    given: () => table(['in `given`', 'meaning'], givenRows()),
    timeline: () => table(['in an entry', 'meaning'], timelineRows()),
    steps: () => table(['verb', 'what it does', 'what may go with it'], stepRows()),
    then: () => table(['about', 'meaning', 'narrowed by'], claimRows()),
  },
  'docs/injecting-faults.md': {
    faults: () => table(['fault', 'what it does', 'what a client lives with', 'parameters (default)'], faultRows()),
  },
};

export const filesWithTables: readonly string[] = Object.keys(tables);

/** The text of a file with every table between its two marks made anew. */
export const withTables = (name: string, text: string): string =>
  Object.entries(tables[name] ?? {}).reduce((done, [title, build]) => {
    const marks = [`<!-- ${title}: written by scripts/readme.ts -->`, `<!-- end of ${title} -->`] as const;
    const [from, to] = marks.map((mark) => done.indexOf(mark)) as [number, number];
    if (from < 0 || to < from) throw new Error(`${name}: the marks of the table "${title}" are missing`);
    return `${done.slice(0, from + marks[0].length)}\n${build()}\n${done.slice(to)}`;
  }, text);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of filesWithTables) {
    const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
    const before = readFileSync(file, 'utf8');
    const after = withTables(name, before);
    if (after !== before) writeFileSync(file, after);
    console.log(after === before ? `Up to date: ${name}` : `Written: ${name}`);
  }
}
