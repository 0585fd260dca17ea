/** Files that are no stories: what is wrong is said with file, line and column, and hostile ones cost nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WrongStory, loadStory, storyNames } from './load.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stories-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
/** What is said of a file with this text, without its folder. */
const saidOf = async (text: string, ending = 'yaml'): Promise<string> => {
  const file = join(folder, `${files++}.${ending}`);
  await writeFile(file, text);
  const wrong = await loadStory(file).catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(WrongStory);
  return (wrong as Error).message.replaceAll(file, 'f');
};

const story = (rest = ''): string => `title: T\nabout: A client waits.\n${rest}`;
const rules = (when: string, then = '{ fault: job-slow }'): string =>
  story(`faults:\n  - when: ${when}\n    then: ${then}`);

test.each<[what: string, text: string, message: string]>([
  ['a name at the top', story('titel: U'), 'f:3:1: a story has no titel: did you mean title?'],
  [
    'a name far from any',
    story('x: 1'),
    'f:3:1: a story has no x: there are title, about, instead, given, faults, timeline, steps, then',
  ],
  ['no steps', story('steps: []'), 'f:3:8: steps must be a list'],
  ['a then that is no list', story('then: {}'), 'f:3:7: then must be a list'],
  ['no title', 'about: A client waits.', 'f:1:1: a story needs title'],
  [
    'a title of two lines',
    'title: "a\\nb"\nabout: A.',
    'f:1:8: title must be one line of text of at most 100 characters',
  ],
  ['an empty about', 'title: T\nabout: " "', 'f:2:8: about must be a text that says something, of at most 2000'],
  ['a list', '- a', 'f:1:1: a story must be a map of title, about, instead, given, faults, timeline, steps, then'],
  ['nothing', '# later\n', 'holds nothing: a story has a title'],
  ['a number out of range', story('given:\n  seed: -1'), 'f:4:9: seed must be a whole number from 0 to 4294967296'],
  ['no number', story('given: { balance: .nan }'), 'f:3:19: balance must be a number from 0 to 1000000000'],
  ['a list of givens', story('given: []'), 'f:3:8: given must be a map of seed, clock, start'],
  [
    'a flag as it is typed',
    story('given:\n  rate-limit: 5'),
    'f:4:3: given has no rate-limit: did you mean rate_limit?',
  ],
  ['a secret', story('given:\n  api_key: mine'), 'f:4:3: given has no api_key'],
  ['where to listen', story('given: { host: 0.0.0.0 }'), 'f:3:10: given has no host'],
  ['where webhooks go', story('given: { callback_allow: 0.0.0.0/0 }'), 'f:3:10: given has no callback_allow'],
  [
    'a rate that is none',
    story('given: { rate_limit: of }'),
    'rate_limit must be a whole number from 1 to 1000000, or one of off',
  ],
  [
    'a gap that is not there',
    story('given:\n  variants:\n    eror-body: flat'),
    'f:5:5: variants has no eror-body: did you mean error-body?',
  ],
  [
    'a value that its gap has not',
    story('given:\n  variants:\n    error-body: flatt'),
    'f:5:17: error-body must be one of nested, flat, problem, list',
  ],
  [
    'a capacity that is none',
    story('given:\n  capacity: { voice: cold }'),
    'f:4:22: voice must be one of ready, warming, none',
  ],
  [
    'a condition that is not there',
    rules('{ nht: 1 }'),
    'f:4:13: when has no nht: there are on, operation, account_id, feature, nth,',
  ],
  ['an operation that is not there', rules('{ operation: submit }'), 'f:4:24: operation must be one of'],
  ['a fault that is not there', rules('{}', '{ fault: job-slwo }'), 'f:5:20: fault must be one of'],
  ['a rule without an end', story('faults:\n  - when: {}'), 'f:4:5: this needs then'],
  ['a rule that is none', story('faults: [1]'), 'f:3:10: this must be a map of id, when, then'],
  [
    'a hundred rules and one',
    story(`faults:\n${'  - { when: {}, then: { fault: job-slow } }\n'.repeat(101)}`),
    'f:4:3: faults must be a list of at most 100',
  ],
  ['a name said twice', story('title: U'), 'f:3:1: Map keys must be unique'],
  ['a name that objects inherit', story('__proto__: { given: 1 }'), 'f:3:1: a story has no __proto__'],
  ['a name that moves a terminal', story('"\\e[2J": 1'), 'f:3:1: a story has no \uFFFD[2J'],
  ['YAML that is none', story('\tgiven: 1'), 'f:3:'],
  ['a reference to another file', story('$ref: ./other.yaml'), 'f:3:1: a story has no $ref'],
  ['a reference to an address', story('given: { $ref: "http://127.0.0.1/" }'), 'f:3:10: given has no $ref'],
  ['a tag that runs code', story('given: !!js/function x'), 'f:3:8: Unresolved tag'],
])('%s is refused, and its place is said (F68, F69)', async (_what, text, message) => {
  expect(await saidOf(text)).toContain(message);
});

test('several mistakes are said together, each on its line', async () => {
  const said = await saidOf('titel: T\nabout: A.\ngiven:\n  seed: x\n  blance: 5\n');
  expect(said.split('\n').sort()).toEqual([
    'f:1:1: a story has no titel: did you mean title?',
    'f:1:1: a story needs title',
    'f:4:9: seed must be a whole number from 0 to 4294967296',
    'f:5:3: given has no blance: did you mean balance?',
  ]);
});

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefghij'.split('').map(
    (name, index) =>
      `${name}: &${name} [${Array(9)
        .fill(`*${'abcdefghij'.charAt(index)}`)
        .join(', ')}]`,
  ),
].join('\n');

test.each<[what: string, text: string, message: string]>([
  ['one that unfolds', bomb, 'it has more than 20 aliases'],
  ['one that holds itself', story('faults: &a [*a]'), 'it is nested too deep'],
  ['a deep one', story(`given: ${'['.repeat(900_000)}`), 'it is nested too deep'],
  ['a large one', `# ${'x'.repeat(1_000_000)}`, 'is larger than 1 MB'],
  ['one of a long title', `title: "${'x'.repeat(900_000)}\\u0001"\nabout: A.`, 'title must be one line of text'],
  ['one of a long about', `title: T\nabout: "${' '.repeat(900_000)}"`, 'about must be a text that says something'],
  ['one of 20,000 names', Array.from({ length: 20_000 }, (_, n) => `s${n}: 1`).join('\n'), 'a story has no s0'],
])('a hostile file is refused: %s (F68)', async (_what, text, message) => {
  const said = await saidOf(text);
  expect(said).toContain(message);
  expect(said.length).toBeLessThan(2_000);
});

test('JSON is read as strictly as JSON is', async () => {
  expect(await saidOf('{"title": "T",\n "about": "A.",}', 'json')).toMatch(/^f:2:/);
  const file = join(folder, 'good.json');
  await writeFile(file, '{"title": "T", "about": "A.", "given": {"seed": 7}}');
  expect((await loadStory(file)).story).toEqual({ title: 'T', about: 'A.', given: { seed: 7 } });
});

test('texts stay texts: nothing in them is a pattern or a template (F69)', async () => {
  const file = join(folder, 'plain.yaml');
  const match = '{ operation: submitAvatar, match: { script: "(a+)+$ ${process.exit()} {{x}}" } }';
  await writeFile(file, rules(match));
  const { story: read } = await loadStory(file);
  expect(read.faults?.[0]?.when.match).toEqual({ script: '(a+)+$ ${process.exit()} {{x}}' });
});

test('values of gaps are taken as they are written', async () => {
  const file = join(folder, 'gaps.yaml');
  await writeFile(
    file,
    story('given:\n  variants: { session-status: 200, pending-fields: null, "resubmit-status": "200" }'),
  );
  expect((await loadStory(file)).variants).toEqual({
    'session-status': '200',
    'pending-fields': 'null',
    'resubmit-status': '200',
  });
});

test.each([
  ['low-balanse', 'there is no story low-balanse: did you mean low-balance?'],
  ['webhook-duplicate', 'did you mean webhook-duplicated'],
  ['xyzzy', 'there is no story xyzzy: there are at-capacity-for-a-while, '],
  ['', 'there is no story'],
])('a name that no story has is answered with those that are near: %s', async (name, message) => {
  await expect(loadStory(name)).rejects.toThrow(message);
});

test.each(['none.yaml', './none', '../scenarios/none', '/dev/none'])(
  'a file that is not there is said: %s',
  async (file) => {
    await expect(loadStory(file)).rejects.toThrow(`the file ${file} cannot be read (ENOENT)`);
  },
);

test('stories are found by name from anywhere', async () => {
  expect(await storyNames()).toContain('low-balance');
  expect((await loadStory('low-balance')).story.given).toEqual({ balance: 0.05, clock: '20x' });
});
