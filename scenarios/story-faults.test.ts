/** Every fault that there is can stand in a story: at its beginning, in its timeline, and as a step. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStory } from '../mock-server/story.ts';
import { type FaultName, faultEntry, faultNames } from '../spec/faults.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'story-faults-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A story of one rule, three times. @param told what the fault is told beside its name */
const written = async (name: FaultName, told: object): Promise<string> => {
  const file = join(folder, `${name}.yaml`);
  const rule = `{ when: { nth: 1 }, then: ${JSON.stringify({ fault: name, ...told })} }`;
  await writeFile(
    file,
    `title: T
about: A client waits.
faults:
  - ${rule}
timeline:
  - { at: 1m, fault: ${rule} }
steps:
  - { fault: ${rule} }
  - together:
      - { fault: ${rule} }
`,
  );
  return file;
};

test.each(faultNames)('%s is read by its name, and with all that it can be told', async (name) => {
  const usual = Object.entries(faultEntry(name).params).map(([param, { default: value }]) => [param, value] as const);
  for (const told of [{}, Object.fromEntries(usual)]) {
    const rule = { when: { nth: 1 }, then: { fault: name, ...told } };
    const { given, loaded } = await readStory(await written(name, told));
    expect(given.faults).toEqual([rule]);
    expect(loaded.story).toMatchObject({
      timeline: [{ fault: rule }],
      steps: [{ fault: rule }, { together: [{ fault: rule }] }],
    });
  }
});

test.each(faultNames)('%s is refused with what it cannot be told, and the place is said', async (name) => {
  const file = await written(name, { wrong: 1 });
  await expect(readStory(file)).rejects.toThrow(
    new RegExp(`${name}\\.yaml:4:\\d+: .*${name} has no parameter "?wrong`),
  );
});
