/** What a command leaves on a machine that others use too: files for their owner only, and no secret where every user can read it. */
import { readFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMock } from '../http/client.case.ts';
import { serve, understudy } from './launch.case.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-'));
});
afterAll(() => rm(folder, { recursive: true }));

const modeOf = async (file: string): Promise<number> => (await stat(join(folder, file))).mode & 0o777;

test('reports and HAR files are for their owner only (K8)', { timeout: 120_000 }, async () => {
  const mock = await openMock({ port: 0 });
  const env = { UNDERSTUDY_CONTROL_URL: mock.controlUrl, UNDERSTUDY_CONTROL_TOKEN: mock.controlToken };
  const reports = ['json', 'junit', 'html', 'md'].flatMap((format) => ['--report', `${format}=report.${format}`]);
  const ended = [
    await understudy(['test', '--only', 'balance', ...reports], { cwd: folder }),
    await understudy(['journal', '--har', 'journal.har'], { cwd: folder, env }),
    await understudy(['conduct', '--report', 'json=conduct.json'], { cwd: folder, env }),
  ];
  expect(ended.map(({ code, stderr }) => (code === 2 ? stderr : ''))).toEqual(['', '', '']);
  const files = await readdir(folder);
  expect(files.length).toBe(6);
  for (const file of files) expect([file, await modeOf(file)]).toEqual([file, 0o600]);
  await mock.close();
});

const secrets = {
  UNDERSTUDY_API_KEY: 'marker-key-0123456789',
  UNDERSTUDY_WEBHOOK_SECRET: 'marker-secret-0123456789',
};

/** The command lines of a process and of those that it has started. */
const commandLines = async (pid: number): Promise<string> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(commandLines));
  return [await readFile(`/proc/${pid}/cmdline`, 'utf8'), ...below].join('\n');
};

test.skipIf(process.platform !== 'linux')(
  'a mock takes its secrets from the environment, and none stands in a command line of it or its children (K8)',
  async () => {
    const mock = await serve([], { env: secrets });
    const headers = { authorization: `Bearer ${mock.ready.api_key}` };
    // A video is looked at by a process of its own.
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(1_000)], { type: 'video/mp4' }), 'a.mp4');
    expect((await fetch(`${mock.ready.base_url}/uploads`, { method: 'POST', headers, body: form })).status).toBe(201);
    expect(mock.ready).toMatchObject({
      api_key: secrets.UNDERSTUDY_API_KEY,
      webhook_secret: secrets.UNDERSTUDY_WEBHOOK_SECRET,
    });
    const lines = await commandLines(mock.child.pid ?? 0);
    expect(lines.split('\n').length).toBeGreaterThan(1);
    for (const secret of [...Object.values(secrets), mock.ready.control_token]) expect(lines).not.toContain(secret);
    await mock.stop();
  },
);
