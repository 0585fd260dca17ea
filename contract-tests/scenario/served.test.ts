/** Every story that is served to a program of somebody else: `then` holds for one that keeps to the document, and names the mistake of one that does not. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { storyNames } from '../../scenarios/load.ts';
import { readStory } from '../../mock-server/story.ts';
import { rightPrograms } from './integrators.case.ts';
import { mistakes } from './mistakes.case.ts';
import { type Serving, serveStory } from './serving.case.ts';

const open: Serving[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const served = async (name: string, speed?: number): Promise<Serving> => {
  const serving = await serveStory(await readStory(name), speed);
  open.push(serving);
  return serving;
};

const violated = async (serving: Serving) =>
  (await serving.verdict()).claims.filter(({ verdict }) => verdict !== 'holds');

const stories = await storyNames();

/** Its client pays twice, and is told by the other story what would have been right. */
const showsMistake = `
title: A client without a key
about: It submits again, and pays for two.
instead: reply-lost-after-commit
faults:
  - when: { operation: submitFaceSwapImage, nth: 1 }
    then: { fault: request-drop-after-commit }
steps:
  - { submit: face-swap-image, expect: no answer }
  - { submit: face-swap-image, as: job }
  - { follow: $job, expect: succeeded }
  - { advance: 1m }
then:
  - { jobs: 2, status: succeeded }
`;

test.each(stories)('%s: whoever takes its steps over HTTP keeps what it claims', async (name) => {
  const serving = await served(name);
  const { steps } = await serving.playSteps();
  expect(steps.filter((step) => !step.as_expected)).toEqual([]);
  expect(await violated(serving)).toEqual([]);
});

test('a story that shows a mistake judges by another one: whoever takes its steps is found, with the place there', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'served-')), 'mistake.yaml');
  await writeFile(file, showsMistake);
  const serving = await served(file);
  await rm(dirname(file), { recursive: true });
  const { steps } = await serving.playSteps();
  expect(steps.filter((step) => !step.as_expected)).toEqual([]);
  const verdict = await serving.verdict();
  expect(verdict).toMatchObject({ judged_by: 'reply-lost-after-commit', holds: false });
  expect((await violated(serving)).map(({ why }) => why)).toContain('The same key is the same job.');
  for (const { where } of verdict.claims) expect(where).toMatch(/\/reply-lost-after-commit\.yaml:\d+:\d+$/);
});

test.each(stories)('%s: a program that does nothing is told so, with file, line and column', async (name) => {
  const broken = await violated(await served(name));
  expect(broken.length).toBeGreaterThan(0);
  for (const { where } of broken) expect(where).toMatch(new RegExp(`/${name}\\.yaml:\\d+:\\d+$`));
});

test.each(Object.entries(rightPrograms))('%s: the program of an integrator keeps it', async (name, does) => {
  const serving = await served(name);
  await does(serving.integrator);
  expect(await violated(serving)).toEqual([]);
});

test('every story has a program of an integrator that keeps it, and no program is of a story that is not there', () => {
  expect(Object.keys(rightPrograms).sort()).toEqual(stories);
  expect(Object.keys(mistakes).filter((name) => !stories.includes(name))).toEqual([]);
});

/** What they wait for comes by itself, however slow this machine is: nothing in them must be fast. */
const patient = [
  'low-balance',
  'key-revoked',
  'at-capacity-for-a-while',
  'webhook-refused-twice',
  'webhook-secret-rotated',
  'webhook-abandoned',
  'webhook-never-comes',
];

test.each(patient)('%s: the program of an integrator keeps it on a clock that runs by itself, too', async (name) => {
  const serving = await served(name, 600);
  await rightPrograms[name]?.(serving.integrator);
  expect(await violated(serving)).toEqual([]);
});

test('webhook-secret-rotated: who keeps the old secret is found on a clock that runs by itself, too', async () => {
  const serving = await served('webhook-secret-rotated', 600);
  const mistake = mistakes['webhook-secret-rotated'];
  await mistake?.does(serving.integrator);
  expect((await violated(serving)).map(({ why }) => why)).toContain(mistake?.found);
});

test('low-balance: a program that looks at its balance and waits for the top-up before it submits keeps it', async () => {
  const serving = await served('low-balance');
  const { integrator } = serving;
  const submit = integrator.submitter();
  await integrator.finished(await submit('order-1'));
  await integrator.wait(120);
  expect((await integrator.call('GET', 'balance')).body.balance_usd).toBe(5.02);
  await integrator.finished(await submit('order-2'));
  expect(await violated(serving)).toEqual([]);
});

test.each(Object.entries(mistakes).map(([name, mistake]) => [name, mistake.that, mistake] as const))(
  '%s: a client that %s is found',
  async (name, _that, { does, found }) => {
    const serving = await served(name);
    await does(serving.integrator);
    expect((await violated(serving)).map(({ verdict, why }) => `${verdict}: ${why}`)).toContain(`violated: ${found}`);
  },
);
