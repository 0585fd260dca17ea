/**
 * Every control of docs/security.md has a test that bears its id in its title, and its row leads there. What no run can show is looked
 * for in the sources: that no text becomes code, that secrets are not compared letter by letter, that nothing else sends requests.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from './scripts/imports.ts';
import { filesByTitleId } from './scripts/title-ids.ts';

/** How many controls there are of each letter, without holes. */
const controls = { A: 8, B: 12, O: 5, K: 8, P: 5 } as const;
const controlIds = Object.entries(controls).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);

/** Controls that no test can show, and why; the reason stands in their row. */
const untested: Readonly<Record<string, string>> = {
  A7: 'no test: A2 to A6 are shown without a browser, so that nothing can rely on one',
};

const shownBy = filesByTitleId();
const shown = controlIds.map((id) => [id, shownBy.get(id) ?? []] as const);

type Row = { readonly id: string; readonly control: string; readonly does: string; readonly tests: string };

const rows: readonly Row[] = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]\d/.test(line))
  .map((line) => {
    const [id = '', control = '', does = '', tests = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { id, control, does, tests };
  });

test('every security control stands in the title of a test, or has a reason for none, and no title has one that there is not', () => {
  expect(shown.filter(([id, files]) => files.length === 0 && untested[id] === undefined).map(([id]) => id)).toEqual([]);
  expect(shown.filter(([id, files]) => files.length > 0 && untested[id] !== undefined)).toEqual([]);
  const letters = new RegExp(`^[${Object.keys(controls).join('')}]\\d`);
  expect([...shownBy.keys()].filter((id) => letters.test(id) && !controlIds.includes(id))).toEqual([]);
});

test('every security control has its row in the table, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(controlIds);
});

test.each(rows)('the row of $id says what it is for, what is done, and in which files that is tested', (row) => {
  for (const text of [row.control, row.does]) expect(text).toMatch(/^\S.*\.$/);
  const links = (shownBy.get(row.id) ?? []).map((file) => `[${basename(file)}](../${file})`).join(', ');
  expect(row.tests).toBe(untested[row.id] ?? links);
});

type Source = { readonly file: string; readonly code: string };

const sourcesBelow = (folder: string): readonly Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test|\.case|\.d)\.tsx?$/.test(path))
    .map((path) => ({ file: `${folder}/${path}`, code: codeOf(readFileSync(`${folder}/${path}`, 'utf8')) }));

const all = ['spec', 'fixtures', 'scenarios', 'mock-server', 'contract-tests'].flatMap(sourcesBelow);

/** What turns a text into code, or gives it to a shell. */
const evaluates =
  /\beval\b|\bFunction\s*\(|\brunIn\w*Context\b|\bcompileFunction\b|\bexecSync\b|\bshell:|(?<![.\w])exec\s*\(/;

/** Each with the reason. */
const evaluating: Readonly<Record<string, string>> = {
  'contract-tests/receiver-cases/effects.ts': 'the command that its user types to show what a receiver did',
  'mock-server/media/reader-process.ts': 'it starts a thread from a text of its own, without a file beside the bundle',
};

const withEvaluation = (sources: readonly Source[]): string[] =>
  sources.filter(({ code }) => evaluates.test(code)).map(({ file }) => file);

test('no source makes code of a text, or gives one to a shell (A8)', () => {
  expect(withEvaluation(all).toSorted()).toEqual(Object.keys(evaluating));
});

/** Where texts of strangers arrive; elsewhere there are only those of the user. */
const exposed = ['http', 'sockets', 'control', 'webhooks', 'domain', 'engine'].flatMap((name) =>
  sourcesBelow(`mock-server/${name}`),
);

/** Two values, one of which is called a secret; whether there is one at all may be asked. */
const secretName = String.raw`\b\w*(?:[sS]ecret|[tT]oken|[aA]piKey|[dD]igest|[sS]ignature)\b`;
const compares = new RegExp(
  String.raw`${secretName}(?:\(\))? [!=]==? (?!undefined|null|['"])|[!=]==? (?!undefined)(?:\w+\.)*${secretName}(?![.(])`,
);

const withComparison = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ file, code }) =>
    code
      .split('\n')
      .filter((line) => compares.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('no source compares a secret letter by letter (K1)', () => {
  expect(withComparison(exposed)).toEqual([]);
});

/** Where something secret is compared that a stranger may have made up: a key is looked up by its digest, and compared with nothing. */
const guards = [
  'mock-server/control/guard.ts',
  'mock-server/http/links.ts',
  'mock-server/sockets/admit.ts',
  'mock-server/webhooks/verify-signature.ts',
];

/** What else these files compare: origins, numbers of connections, objects, and a secret with itself, to warn of white space. */
const compared = [
  'mock-server/control/guard.ts: origin !== new',
  'mock-server/sockets/admit.ts: state.connection !== connection',
  'mock-server/sockets/admit.ts: engine !== currentEngine()',
  'mock-server/webhooks/verify-signature.ts: one !== one.trim()',
];

/** Methods and functions that stop at the first byte that differs. */
const early = /[\w.)]*(?:\.equals|\.?\w*[cC]ompare)\(/g;
const equality = /([\w.]+(?:\([^()]*\))?) ([!=]==?) ([\w.]+(?:\([^()]*\))?|['"])/g;
const plain = /^(?:undefined|null|true|false|\d+|['"].*)$|\.(?:length|byteLength)$/;

const comparisonsIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ file, code }) => {
    const equalities = [...code.matchAll(equality)].filter(
      ([, left = '', , right = '']) => !plain.test(left) && !plain.test(right),
    );
    return [...(code.match(early) ?? []), ...equalities.map(([text]) => text)].map((text) => `${file}: ${text}`);
  });

test('secrets, tokens and signatures are compared in constant time, and in no other way (A4) (B7) (K1) (K7)', () => {
  const constant = exposed.filter(({ code }) => /\btimingSafeEqual\(/.test(code)).map(({ file }) => file);
  expect(constant.toSorted()).toEqual(guards);
  const found = comparisonsIn(exposed.filter(({ file }) => guards.includes(file)));
  expect(found.toSorted()).toEqual(compared.toSorted());
});

/** Beside the commands of the CLI, which talk to a mock that their user names, and the page of the console, which runs in a browser: who sends, and who knows the errors of sending. */
const senders = ['mock-server/webhooks/connection.ts', 'mock-server/webhooks/failure.ts'];

test('nothing but the sender of webhooks makes requests, and it does not by fetch (O4)', () => {
  const elsewhere = ['mock-server/cli/', 'mock-server/console/page/'];
  const mock = sourcesBelow('mock-server').filter(({ file }) => !elsewhere.some((folder) => file.startsWith(folder)));
  expect(mock.filter(({ code }) => /(?<![.\w])fetch\s*\(/.test(code)).map(({ file }) => file)).toEqual([]);
  const importing = mock.filter(({ file }) => /from 'undici'|import\('undici'\)/.test(readFileSync(file, 'utf8')));
  expect(importing.map(({ file }) => file).toSorted()).toEqual(senders);
});

test.each([
  ['const f = new Function(text);', withEvaluation],
  ['eval(text);', withEvaluation],
  ['vm.runInNewContext(text);', withEvaluation],
  ['spawn(command, { shell: true });', withEvaluation],
  ['if (given === expected.token) return;', withComparison],
  ['if (apiKey !== known) return;', withComparison],
  ['return signature == other;', withComparison],
  ['if (token === `${expected}`) return;', withComparison],
  ['return digest(given) === digest(expected);', comparisonsIn],
  ['return !given.equals(expected);', comparisonsIn],
  ['return Buffer.compare(given, expected) === 0;', comparisonsIn],
  ['const found = one !== other || found;', comparisonsIn],
])('what must not be is seen: %s', (code, find) => {
  expect(find([{ file: 'a.ts', code }])).toHaveLength(1);
});

test.each([
  ['app.fetch(request);', withEvaluation],
  ['const found = pattern.exec(text);', withEvaluation],
  ['if (token === undefined) return;', withComparison],
  ["if (secret === '') throw new TypeError();", withComparison],
  ['return given.length === 0 || timingSafeEqual(given, expected);', comparisonsIn],
  ['if (given.length !== expected.length || session === undefined) return;', comparisonsIn],
])('what may be is not: %s', (code, find) => {
  expect(find([{ file: 'a.ts', code }])).toEqual([]);
});
