/** Worlds that outlive their process, as their users meet them: `--data`, `--database-url`, and `snapshot save` and `load`. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, noPostgres, openCluster } from '../store/postgres/cluster.case.ts';
import { type Serving, serve, understudy } from './launch.case.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeping-'));
});
afterAll(() => rm(folder, { recursive: true }));

const balanceOf = async ({ ready }: Serving): Promise<number> => {
  const answer = await fetch(`${ready.base_url}/balance`, { headers: { authorization: `Bearer ${ready.api_key}` } });
  return ((await answer.json()) as { balance_usd: number }).balance_usd;
};

const topUp = async ({ ready }: Serving, amount_usd: number): Promise<void> => {
  await fetch(`${ready.control_url}/accounts/a1/top-up`, {
    method: 'POST',
    headers: { 'x-understudy-token': ready.control_token, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_usd }),
  });
};

const steering = ({ ready }: Serving): NodeJS.ProcessEnv => ({
  UNDERSTUDY_CONTROL_URL: ready.control_url,
  UNDERSTUDY_CONTROL_TOKEN: ready.control_token,
});

test('a mock with --data goes on after a kill and after a stop, and a second one is told who has the folder', async () => {
  const data = join(folder, 'world');
  const one = await serve(['--data', data]);
  await topUp(one, 11);
  const second = await understudy(['--port', '0', '--data', data]);
  expect(second).toMatchObject({ code: 2, stdout: '' });
  expect(second.stderr).toContain(`the data folder ${data} is used by another mock (process ${one.child.pid})`);
  one.child.kill('SIGKILL');
  await one.ended;
  const two = await serve(['--data', data]);
  expect(two.ready.api_key).toBe(one.ready.api_key);
  expect(await balanceOf(two)).toBe(111);
  await topUp(two, 1);
  expect((await two.stop()).code).toBe(0);
  const third = await serve(['--data', data]);
  expect(await balanceOf(third)).toBe(112);
  await third.stop();
  await rm(one.folder, { recursive: true });
  const other = await understudy(['--port', '0', '--data', data, '--seed', '5']);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('the data folder has a world with seed 1, and seed 5 is asked for');
});

test('a snapshot that is saved from one mock is loaded into another; its file is its owner’s alone (K8)', async () => {
  const file = join(folder, 'saved.ndjson');
  const [one, other] = [await serve(), await serve()];
  await topUp(one, 23);
  const saved = await understudy(['snapshot', 'save', file], { env: steering(one) });
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.stdout).toMatch(/^saved \d+ bytes in /);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await understudy(['snapshot', 'save', file], { env: steering(one) });
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already: name a new one') });
  const loaded = await understudy(['snapshot', 'load', file], { env: steering(other) });
  expect(loaded).toMatchObject({ code: 0, stderr: '' });
  expect(loaded.stdout).toMatch(/^loaded 1 account; the clock is at \d{4}-/);
  expect(await balanceOf(other)).toBe(123);

  await writeFile(file, (await readFile(file, 'utf8')).slice(0, -20));
  const broken = await understudy(['snapshot', 'load', file], { env: steering(other) });
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain('this is no snapshot');
  expect(await balanceOf(other)).toBe(123);
  const missing = await understudy(['snapshot', 'load', join(folder, 'none')], { env: steering(other) });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read (ENOENT)') });
  const stranger = await understudy(['snapshot', 'save', join(folder, 'no')], {
    env: { ...steering(other), UNDERSTUDY_CONTROL_TOKEN: 'wrong' },
  });
  expect(stranger).toMatchObject({ code: 2, stderr: expect.stringContaining('has another token') });
  await expect(stat(join(folder, 'no'))).rejects.toThrow('ENOENT');
  await Promise.all([one.stop(), other.stop()]);
  const nobody = await understudy(['snapshot', 'save', join(folder, 'no')], { env: steering(one) });
  expect(nobody).toMatchObject({ code: 3, stderr: expect.stringContaining('no mock answers at') });
});

test.each<[flags: readonly string[], message: string]>([
  [['--database-url', 'mysql://x'], 'The database URL must be like postgres://user:password@host:5432/database.'],
  [['--database-url', 'postgres://u:secret-word@127.0.0.1:1/x'], 'many processes share their uploads in a folder'],
  [
    ['--database-url', 'postgres://u:secret-word@127.0.0.1:1/x', '--data', 'DATA'],
    'the database postgres://127.0.0.1:1/x cannot be used',
  ],
])('a database that cannot be used ends with 2 and tells no password: %j (K3)', async (flags, message) => {
  const typed = flags.map((flag) => (flag === 'DATA' ? join(folder, 'files') : flag));
  const { code, stdout, stderr } = await understudy(['--port', '0', ...typed]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret-word');
});

describe.skipIf(noPostgres !== undefined)(`over a real PostgreSQL (${noPostgres ?? 'as it is installed'})`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await openCluster();
  });
  afterAll(() => cluster.close());

  test('two processes with the same database and folder have one world, and the world outlives both', async () => {
    const env = { UNDERSTUDY_DATABASE_URL: await cluster.database('cli') };
    const flags = ['--data', join(folder, 'shared')];
    const [one, two] = await Promise.all([serve(flags, { env }), serve(flags, { env })]);
    expect(two.ready.api_key).toBe(one.ready.api_key);
    expect(two.ready.control_token).toBe(one.ready.control_token);
    await topUp(one, 9);
    expect(await balanceOf(two)).toBe(109);
    expect((await one.stop()).code).toBe(0);
    expect(await balanceOf(two)).toBe(109);
    two.child.kill('SIGKILL');
    await two.ended;
    const third = await serve(flags, { env });
    expect(await balanceOf(third)).toBe(109);
    await third.stop();
    await rm(two.folder, { recursive: true });
  });
});
