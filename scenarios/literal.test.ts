/** A story is data: what would be code or a template elsewhere stays the text that it is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadStory } from './load.ts';
import { resolved } from './references.ts';

const templates = [
  '${7*7}',
  '$(id)',
  '`id`',
  '{{7*7}}',
  '{{constructor.constructor("return process")()}}',
  '<%= 7*7 %>',
  '#{7*7}',
  '[[${7*7}]]',
  '%{7*7}',
  '$job.id and more',
  '$job.id.constructor.prototype ',
  'a $job.id',
  '${job.id}',
  'javascript:alert(1)',
  '() => process.exit(1)',
  'function () { throw 1 }',
  '__proto__',
];

test('texts that look like code or templates stay as they are, from the file to the request (A8)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'literal-'));
  const file = join(folder, 'story.yaml');
  const steps = templates.map(
    (text) => `  - session: full-live-swap\n    body: { duration_minutes: 1, prompt: ${JSON.stringify(text)} }`,
  );
  await writeFile(file, `title: T\nabout: A client sends odd texts.\nsteps:\n${steps.join('\n')}\n`);
  const { story } = await loadStory(file);
  const sent = resolved(story.steps, () => expect.unreachable('nothing of it is a reference')) as readonly unknown[];
  expect(JSON.stringify(sent)).toBe(JSON.stringify(story.steps));
  expect(sent.map((step) => (step as { readonly body: { readonly prompt: string } }).body.prompt)).toEqual(templates);
  await rm(folder, { recursive: true });
});

test.each([
  '!!js/function "x"',
  '!!js/regexp /a/',
  '!!js/undefined ""',
  '!!python/object/apply:os.system ["id"]',
  '!call {}',
])('a tag that would make something else of a text makes no story: %s (A8)', async (tagged) => {
  const folder = await mkdtemp(join(tmpdir(), 'literal-'));
  const file = join(folder, 'story.yaml');
  await writeFile(file, `title: T\nabout: ${tagged}\n`);
  await expect(loadStory(file)).rejects.toThrow(/story\.yaml:2:/);
  await rm(folder, { recursive: true });
});
