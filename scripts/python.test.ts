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

test.skipIf(without)(
  `the record of the session is found among older ones, also where the oldest come first${orNot}`,
  { timeout: 60_000 },
  async () => {
    const oldestFirst = await serve(['--job-time', '0', '--variant', 'usage-order=oldest-first']);
    try {
      const { base_url, api_key, webhook_secret } = oldestFirst.ready;
      const headers = { authorization: `Bearer ${api_key}` };
      await submitVoiceClone(base_url, headers);
      for (const records of [3, 5]) {
        const { code, stdout } = await example(base_url, api_key, webhook_secret);
        expect({ code, stdout }).toEqual({
          code: 0,
          stdout: expect.stringMatching(/^usage: voice_changer \w+, 0\.\d+ USD$/m) as string,
        });
        expect(await (await fetch(`${base_url}/usage`, { headers })).json()).toHaveLength(records);
      }
    } finally {
      await oldestFirst.stop();
    }
  },
);

/** A job that is charged at once, so that there is a record of it. */
const submitVoiceClone = async (baseUrl: string, headers: Record<string, string>): Promise<void> => {
  const form = new FormData();
  form.set('file', new Blob([await readFile(join(root, 'fixtures/media/voice.wav'))], { type: 'audio/wav' }), 'v.wav');
  const upload = await fetch(`${baseUrl}/uploads`, { method: 'POST', headers, body: form });
  const { file_key: voice_key } = (await upload.json()) as { file_key: string };
  const job = await fetch(`${baseUrl}/voice-clone`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ voice_key, script: 'Hello.' }),
  });
  expect(job.status).toBe(202);
};

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
