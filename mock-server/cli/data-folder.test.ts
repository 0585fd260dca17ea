/** `--data` with a folder that is not there, cannot be used, or is in use: it is made, or one line says why not, and nothing is served. */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Serving, serve, understudy } from './launch.case.ts';

let parent = '';
let data = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'data-folder-'));
  data = join(parent, 'deep', 'world');
});
afterEach(() => rm(parent, { recursive: true }));

const started = async (folder: string): Promise<Serving> => {
  const mock = await serve(['--quiet', '--data', folder]);
  onTestFinished(async () => void (await mock.stop()));
  return mock;
};

const expectRefused = async (folder: string, reason: string | RegExp): Promise<void> => {
  const { code, stdout, stderr } = await understudy(['--port', '0', '--data', folder]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toMatch(reason);
  expect(stderr).not.toContain('    at ');
};

test('a folder that is not there is made, and one that another mock has is refused until that one is gone, killed or not (F09)', async () => {
  const first = await started(data);
  await expectRefused(data, `${data} is used by another mock (process ${first.child.pid}): stop that one`);
  expect((await fetch(`${first.ready.base_url}/pricing`)).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;
  // It has left its mark; the lock went with it.
  expect(await readFile(join(data, 'owner'), 'utf8')).toBe(String(first.child.pid));
  const second = await started(data);
  expect((await fetch(`${second.ready.base_url}/pricing`)).status).toBe(200);
});

/** Who is root may write everywhere but here. */
const isRoot = process.getuid?.() === 0;

test('a folder that cannot be written to is refused, and so is a file in its place (F09)', async () => {
  await mkdir(data, { recursive: true, mode: 0o500 });
  await expectRefused(isRoot ? '/sys/understudy' : join(data, 'world'), 'cannot be used (');
  await chmod(data, 0o700);
  const file = join(parent, 'file');
  await writeFile(file, '');
  await expectRefused(file, `the data folder ${file} cannot be used (EEXIST): name one that can be written to`);
});

test('a folder that is damaged is refused with what was found (F06)', async () => {
  const mock = await started(data);
  await mock.stop();
  const file = join(data, 'events.sqlite');
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xff, 4096, 4608));
  await expectRefused(data, / is damaged \(.+\): put a copy of it in its place, or name another folder$/);
});
