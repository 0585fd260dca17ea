/** The published schema of stories: it is the code's, other validators take the stories by it, and its bounds are those of the mock. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ranges } from '../mock-server/options.ts';
import { fileOfStory, storyNames } from './load.ts';
import { Scenario } from './schema.ts';
import { schemaFile, schemaText } from './schema-file.ts';

const published = await readFile(schemaFile, 'utf8');
const fits = new Ajv2020({ strict: false }).compile(JSON.parse(published) as object);

test('the file is what the code says: else run "npx tsx scenarios/schema-file.ts"', () => {
  expect(published).toBe(schemaText());
});

test.each(await storyNames())('another validator finds that %s fits it', async (name) => {
  fits(parse(await readFile(await fileOfStory(name), 'utf8')));
  expect(fits.errors).toBeNull();
});

test.each([
  ['a name that is not there', { title: 'T', about: 'A.', stepps: [] }],
  ['a verb that is not there', { title: 'T', about: 'A.', steps: [{ sumbit: 'avatar' }] }],
  ['a claim about nothing that is there', { title: 'T', about: 'A.', then: [{ job: 1 }] }],
  ['a gap that is not there', { title: 'T', about: 'A.', given: { variants: { gap: 'x' } } }],
  ['a fault that is not there', { title: 'T', about: 'A.', faults: [{ when: {}, then: { fault: 'x' } }] }],
  ['no title', { about: 'A.' }],
])('another validator refuses %s', (_what, story) => {
  expect(fits(story)).toBe(false);
});

type Bounds = { readonly type?: string; readonly minimum?: number; readonly maximum?: number };
const given = (Scenario as unknown as { properties: { given: { properties: { [name: string]: Bounds } } } }).properties
  .given.properties;

test.each([
  ['seed', 'seed'],
  ['balance', 'balance'],
  ['job_time', 'jobTime'],
  ['concurrency', 'concurrency'],
  ['queue', 'queue'],
] as const)('%s has the bounds of the flag', (name, option) => {
  const { min: minimum, max: maximum, whole } = ranges[option];
  expect(given[name]).toMatchObject({ minimum, maximum, type: whole ? 'integer' : 'number' });
});
