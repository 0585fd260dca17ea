/** Every story that is served to a program of somebody else: `then` holds for one that keeps to the document, and names the mistake of one that does not. */
import { afterEach, expect, test } from 'vitest';
import { storyNames } from '../../scenarios/load.ts';
import { readStory } from '../../mock-server/story.ts';
import { mistakes, rightPrograms } from './integrators.case.ts';
import { type Serving, serveStory } from './serving.case.ts';

const open: Serving[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const served = async (name: string): Promise<Serving> => {
  const serving = await serveStory(await readStory(name));
  open.push(serving);
  return serving;
};

const violated = async (serving: Serving) =>
  (await serving.verdict()).claims.filter(({ verdict }) => verdict !== 'holds');

test.each(await storyNames())('%s: whoever takes its steps over HTTP keeps what it claims', async (name) => {
  const serving = await served(name);
  const { steps } = await serving.playSteps();
  expect(steps.filter((step) => !step.as_expected)).toEqual([]);
  expect(await violated(serving)).toEqual([]);
});

test.each(await storyNames())(
  '%s: a program that does nothing is told so, with file, line and column',
  async (name) => {
    const broken = await violated(await served(name));
    expect(broken.length).toBeGreaterThan(0);
    for (const { where } of broken) expect(where).toMatch(new RegExp(`/${name}\\.yaml:\\d+:\\d+$`));
  },
);

test.each(Object.entries(rightPrograms))('%s: the program of an integrator keeps it', async (name, does) => {
  const serving = await served(name);
  await does(serving.integrator);
  expect(await violated(serving)).toEqual([]);
});

test('low-balance: a program that looks at its balance and tops up before it submits keeps it', async () => {
  const serving = await served('low-balance');
  const { integrator } = serving;
  const submit = integrator.submitter();
  await integrator.finished(await submit('order-1'));
  await integrator.inConsole('POST', 'top-up', { amount_usd: 5 });
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
