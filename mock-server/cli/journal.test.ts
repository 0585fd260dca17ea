/** `understudy journal` and `understudy explain`, against a mock in this process; as they are typed where that matters. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';
import type { ControlFlags } from './control-flags.ts';
import { explain } from './explain.ts';
import { journal } from './journal.ts';
import { type Ended, launch } from './launch.case.ts';

let mock: TestMock;
let folder: string;
let jobId: string;
beforeAll(async () => {
  mock = await openMock({ port: 0, start: '2026-03-01T00:00:00Z', jobTime: 1 });
  folder = await mkdtemp(join(tmpdir(), 'understudy-journal-'));
  const { image } = await mock.files();
  const { body } = await mock.post('/face-swap-image', { image_key: image, face_key: image });
  jobId = body.id;
  await mock.clock.advance({ seconds: 5 });
  await mock.get('/jobs/%1B[31m', mock.apiKey);
  await mock.get('/balance', (await mock.control.createAccount({ balance_usd: 1 })).api_key);
  // More than one page of the control API.
  for (let count = 0; count < 1_100; count++) await mock.get('/balance');
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

const typed = (args: readonly string[], token = mock.controlToken): Promise<Ended> =>
  launch(process.execPath, ['--import', 'tsx', 'mock-server/cli/main.ts', ...args], {
    env: { UNDERSTUDY_CONTROL_URL: mock.controlUrl, UNDERSTUDY_CONTROL_TOKEN: token },
  }).ended;

const access = (): Required<ControlFlags> => ({ controlUrl: mock.controlUrl, controlToken: mock.controlToken });

/** What a command writes, without a process of its own. */
const written = async (command: () => Promise<void>): Promise<Pick<Ended, 'stdout' | 'stderr'>> => {
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      texts[name] += String(text);
      return true;
    }),
  );
  try {
    await command();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return texts;
};

const secretsIn = ({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): boolean =>
  [mock.apiKey, mock.controlToken, mock.webhookSecret].some((secret) => (stdout + stderr).includes(secret));

test('the journal is a line for each entry, of all pages, and nothing in it steers the terminal (K4)', async () => {
  const ended = await typed(['journal']);
  const lines = ended.stdout.trimEnd().split('\n');
  expect([ended.code, ended.stderr, lines.length]).toEqual([
    0,
    '',
    mock.control.journal({ limit: 1e6 }).entries.length,
  ]);
  expect(lines).toContain('2026-03-01T00:00:00.000Z  a1   POST /api/v1/face-swap-image → 202');
  expect(lines).toContain('2026-03-01T00:00:05.000Z  a1   GET /api/v1/jobs/%1B[31m → 404');
  expect(secretsIn(ended)).toBe(false);
});

test('entries are chosen by flags, and JSON is what the control API gives', async () => {
  await mock.post('/face-swap-image', { image_key: '\u009b2J\u0085', face_key: 'k' });
  for (const wanted of [{ json: true }, { har: '-' }] as const) {
    const told = await written(() => journal({ ...access(), kind: 'request', ...wanted }));
    expect(told.stdout).toContain('009b2J');
    expect(told.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
  const { stdout } = await written(() => journal({ ...access(), account: 'a2', status: 200, json: true }));
  const { entries, next } = JSON.parse(stdout) as { entries: object[]; next: number };
  expect(entries).toEqual([expect.objectContaining({ account_id: 'a2', operation: 'getBalance' })]);
  expect(next).toBeGreaterThan(1_100);
});

test.each([{}, { json: true }, { follow: true }, { har: '-' }] as const)(
  'an account that the mock does not have is wrong usage, and no empty journal: %o',
  async (how) => {
    await expect(journal({ ...access(), account: 'a99', ...how })).rejects.toMatchObject({
      name: 'WrongUsage',
      message: expect.stringContaining('no account a99'),
    });
  },
);

test('HAR goes to a file, or to standard output', async () => {
  const file = join(folder, 'journal.har');
  const { stdout, stderr } = await written(() => journal({ ...access(), har: file }));
  const har = JSON.parse(await readFile(file, 'utf8')) as { log: { entries: { request: { url: string } }[] } };
  expect([stdout, stderr]).toEqual(['', expect.stringContaining(`${har.log.entries.length} entries`)]);
  expect(har.log.entries.map(({ request }) => request.url)).toContain(`${mock.url}/balance`);
  const piped = await written(() => journal({ ...access(), kind: 'delivery', har: '-' }));
  expect(JSON.parse(piped.stdout)).toMatchObject({ log: { version: '1.2', entries: [] } });
  const nowhere = journal({ ...access(), har: join(folder, 'none', 'x.har') });
  await expect(nowhere).rejects.toMatchObject({ name: 'WrongUsage', message: expect.stringContaining('cannot write') });
});

test('a job is explained to people, and to programs', async () => {
  const { stdout } = await written(() => explain(jobId, access()));
  expect(stdout).toContain(`The face-swap-image job ${jobId} succeeded and cost 0.03 USD. It has no webhook.`);
  expect(stdout).toMatch(
    /\n {2}2026-03-01T00:00:01\.050Z {2}succeeded\n {28}because: 1 s of rendering, as drawn; the clock/,
  );
  const json = await written(() => explain(jobId, { ...access(), json: true }));
  expect(JSON.parse(json.stdout)).toMatchObject({ id: jobId, kind: 'job', charge: { charged_usd: 0.03 } });
});

test('an id that nothing has is wrong usage, and the message says what ids look like', async () => {
  const ended = await typed(['explain', '../journal?x=\u001b[31m']);
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toContain('An id looks like job_a1_');
  expect(ended.stderr).not.toContain('\u001b');
});

test('a wrong token ends with code 2, and is not shown', async () => {
  const ended = await typed(['journal'], 'not-the-token');
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toContain('has another token');
  expect(ended.stderr).not.toContain('not-the-token');
});

test('what follows is told as it happens', async () => {
  const followed = launch(
    process.execPath,
    ['--import', 'tsx', 'mock-server/cli/main.ts', 'journal', '--follow', '--json'],
    { env: { UNDERSTUDY_CONTROL_URL: mock.controlUrl, UNDERSTUDY_CONTROL_TOKEN: mock.controlToken } },
  );
  const lines = (): object[] =>
    followed
      .stdout()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object);
  // It begins some time after it was typed: what happens before that is not told.
  while (lines().length < 3) {
    await mock.get('/voices');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const voices = { operation: 'listVoices' };
  expect(lines().slice(0, 3)).toMatchObject([voices, voices, voices]);
  followed.child.kill('SIGTERM');
  await followed.ended;
});
