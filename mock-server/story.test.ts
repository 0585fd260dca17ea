/** What a mock makes of a story: each of its givens is in force, options go before it, and a rule that could never hit is refused. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultRuleBody } from '../spec/schemas/faults.ts';
import { type Mock, createMock } from './compose.ts';
import type { MockOptions } from './options.ts';
import { WrongStory, readStory } from './story.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'story-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: Mock[] = [];
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close();
});

let files = 0;
const written = async (rest: string): Promise<string> => {
  const file = join(folder, `${files++}.yaml`);
  await writeFile(file, `title: T\nabout: A client waits.\n${rest}`);
  return file;
};

const play = async (rest: string, options: MockOptions = {}): Promise<Mock> => {
  const mock = await createMock({ port: false, scenario: await written(rest), ...options });
  open.push(mock);
  return mock;
};

const get = async (mock: Mock, path: string, method = 'GET', body?: object): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' };
  const response = await mock.fetch(mock.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
};
const balance = async (mock: Mock): Promise<unknown> => (await get(mock, '/balance'))['balance_usd'];

const given = `given:
  seed: 7
  clock: manual
  start: 2027-03-01T12:00:00Z
  balance: 12.5
  rates: { voice_changer: 0.5 }
  capacity: { tiers: { pro: false }, capabilities: { avatar: false } }
  variants: { error-body: flat, session-status: 200 }
faults:
  - { id: mine, when: { operation: listVoices }, then: { fault: request-error, code: at_capacity } }
`;

test('all that it gives is in force from the start, and after a reset', async () => {
  const mock = await play(given);
  expect([mock.seed, mock.control.clock().mode]).toEqual([7, 'manual']);
  expect(mock.choices).toMatchObject({ 'error-body': 'flat', 'session-status': '200' });
  for (let round = 0; round < 2; round++) {
    expect(mock.clock.now().toISOString()).toBe('2027-03-01T12:00:00.000Z');
    expect(await balance(mock)).toBe(12.5);
    expect((await get(mock, '/voice/session', 'POST', { duration_minutes: 1 }))['code']).toBe('insufficient_balance');
    expect(mock.control.capacity()).toMatchObject({ tiers: { pro: false, standard: true } });
    expect(mock.control.capacity().capabilities).toMatchObject({ avatar: false, face_swap: true });
    expect((await get(mock, '/voices'))['code']).toBe('at_capacity');
    await mock.control.setCapacity({ tiers: { pro: true } });
    await mock.clock.advance({ seconds: 60 });
    await mock.control.reset();
  }
});

test('options go before it: each gap by itself, and a rule before the one of the same id', async () => {
  const rule: FaultRuleBody = { id: 'mine', when: {}, then: { fault: 'job-slow' } };
  const other: FaultRuleBody = { when: {}, then: { fault: 'job-at-once' } };
  const mock = await play(given, { seed: 1, balance: 3, choices: { 'error-body': 'list' }, faults: [rule, other] });
  expect([mock.seed, await balance(mock)]).toEqual([1, 3]);
  expect(mock.choices).toMatchObject({ 'error-body': 'list', 'session-status': '200' });
  expect(mock.control.faults().map(({ id, then }) => [id, then.fault])).toEqual([
    ['mine', 'job-slow'],
    ['fault-1', 'job-at-once'],
  ]);
});

test('a mock says which story it plays', async () => {
  expect((await play('')).scenario).toMatchObject({ title: 'T' });
  const mock = await createMock({ port: false });
  open.push(mock);
  expect(mock.scenario).toBeUndefined();
});

test('a rule of a step may take the place of one that there is', async () => {
  const one = '{ id: r, when: {}, then: { fault: job-slow } }';
  expect(await readStory(await written(`faults:\n  - ${one}\nsteps:\n  - fault: ${one}\n`))).toMatchObject({
    title: 'T',
  });
});

test('a story that is not there is no mock', async () => {
  await expect(createMock({ port: false, scenario: 'low-balanse' })).rejects.toThrow('did you mean low-balance?');
});

test('the example of the document is a story', async () => {
  const text = await readFile(new URL('../docs/scenarios.md', import.meta.url), 'utf8');
  const file = join(folder, 'example.yaml');
  await writeFile(file, /^```yaml\n([^]*?)^```$/m.exec(text)?.[1] ?? '');
  expect(await readStory(file)).toMatchObject({ title: 'A busy morning', given: { balance: 20 } });
});

const rule = (when: string, then = '{ fault: job-slow }'): string => `faults:\n  - when: ${when}\n    then: ${then}\n`;
const start = 'given: { start: 2026-01-01T00:00:00Z }\n';

test.each<[what: string, text: string, message: string]>([
  ['a clock', 'given:\n  clock: fast', 'f:4:10: clock must be real, manual, or a speed such as 60x'],
  [
    'a start',
    'given:\n  start: 2026-02-31',
    'f:4:10: start must be an ISO 8601 instant in one of the years 1970 to 9998',
  ],
  [
    'an instant',
    start + rule('{ from: soon }'),
    'f:5:19: a fault rule is invalid: when/from must be an ISO 8601 instant',
  ],
  [
    'a parameter',
    rule('{}', '{ fault: job-slow, facto: 2 }'),
    'f:5:11: a fault rule is invalid: then: job-slow has no parameter',
  ],
  [
    'an operation that the fault never meets',
    rule('{ operation: getBalance }'),
    'f:4:5: a fault rule is invalid: job-slow never meets',
  ],
  ['a window without a start', rule('{ from: 2026-01-01 }'), 'f:4:11: a rule with from or to needs start in given'],
  ['a window that is over', start + rule('{ to: 2025-12-31 }'), 'f:5:17: this window is over before it begins'],
  [
    'a window of no length',
    start + rule('{ from: 2026-01-02, to: 2026-01-02 }'),
    'f:5:35: this window is over before it begins',
  ],
  [
    'two rules of one name',
    `faults:\n${'  - { id: r, when: {}, then: { fault: job-slow } }\n'.repeat(2)}`,
    'f:5:11: another rule has the id r',
  ],
  [
    'a fault of a step',
    'steps:\n  - { fault: { when: {}, then: { fault: request-error, code: nonsense } } }',
    'f:4:32: a fault rule is invalid: then: code of request-error must be one of',
  ],
  [
    'a fault of a step beside another',
    'steps:\n  - together: [{ fault: { when: { from: yesterday }, then: { fault: job-slow } } }]',
    'f:4:41: a fault rule is invalid: when/from must be an ISO 8601 instant',
  ],
  [
    'a window of a step without a start',
    'steps:\n  - { fault: { when: { from: 2026-01-01 }, then: { fault: job-slow } } }',
    'f:4:22: a rule with from or to needs start in given',
  ],
])('%s that makes no sense is refused, and its place is said', async (_what, text, message) => {
  const file = await written(text);
  const wrong = await readStory(file).catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(WrongStory);
  expect((wrong as Error).message.replaceAll(file, 'f')).toContain(message);
});

test.each([
  ['no-such-story', /:3:10: there is no story no-such-story/],
  ['./other.yaml', /:3:10: instead must be the name of a story that comes with the package/],
])('a story whose client is to be judged by %s is refused, with its place', async (instead, message) => {
  await expect(readStory(await written(`instead: ${instead}\n`))).rejects.toThrow(message);
});
