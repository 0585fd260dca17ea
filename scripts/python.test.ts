/** The example in Python: its verifier judges every vector as it says, and it does its work against a mock. */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, type Serving, launch, root, serve } from '../mock-server/cli/launch.case.ts';

const python = 'python3';
const missing = spawnSync(python, ['--version']).status !== 0;
// In CI it may not be missing.
const without = missing && process.env['CI'] === undefined;
const orNot = without ? ' (not tested: no python3 here)' : '';

const vectors = 'fixtures/signature-vectors.json';
const example = (...args: string[]): Promise<Ended> =>
  launch(python, ['docs/examples/client.py', ...args], { env: { PYTHONDONTWRITEBYTECODE: '1' } }).ended;

let mock: Serving;
beforeAll(async () => {
  if (!without) mock = await serve(['--job-time', '0']);
});
afterAll(() => mock?.stop());

test.skipIf(without)(`every vector is judged as it says${orNot}`, async () => {
  const { vectors: all } = JSON.parse(await readFile(join(root, vectors), 'utf8')) as { vectors: unknown[] };
  expect(await example('vectors', vectors)).toEqual({
    code: 0,
    stdout: `vectors: ${all.length} judged as they say\n`,
    stderr: '',
  });
});

test.skipIf(without)(`a vector that is judged wrongly is named, and ends it${orNot}`, async () => {
  const text = await readFile(join(root, vectors), 'utf8');
  const file = JSON.parse(text) as { vectors: { name: string; expect: string }[] };
  const [first] = file.vectors;
  if (first === undefined) throw new Error('there is no vector');
  first.expect = first.expect === 'accept' ? 'reject' : 'accept';
  const wrong = join(mock.folder, 'wrong.json');
  await writeFile(wrong, JSON.stringify(file));
  const { code, stderr } = await example('vectors', wrong);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `1 vectors are judged wrongly: ${first.name}\n` });
});

test.skipIf(without)(
  `a second of sound comes back as it was sent, and a webhook is received and verified${orNot}`,
  { timeout: 60_000 },
  async () => {
    const { base_url, api_key, webhook_secret } = mock.ready;
    const { code, stdout, stderr } = await example(base_url, api_key, webhook_secret);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^voice session: \d+ bytes came back as sent, closed with 1000$/m);
    expect(stdout).toMatch(/^usage: voice_changer \w+, [\d.e-]+ USD$/m);
    expect(stdout).toMatch(/^webhook: job\.succeeded, verified, 0\.03 USD$/m);
  },
);

test.skipIf(without)(`another secret, and a key that does not work, end it${orNot}`, { timeout: 60_000 }, async () => {
  const { base_url, api_key, webhook_secret } = mock.ready;
  const wrongSecret = await example(base_url, api_key, 'whsec_another');
  expect({ code: wrongSecret.code, stderr: wrongSecret.stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('the signature does not fit') as string,
  });
  const wrongKey = await example(base_url, 'unknown', webhook_secret);
  expect({ code: wrongKey.code, stderr: wrongKey.stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('401') as string,
  });
});
