import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chown, lstat, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Told } from './temporary-folder.case.ts';
import { sweepAbandoned } from './temporary-folder.ts';

let parent = '';
const children: ChildProcess[] = [];
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'sweep-test-'));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(killed));
  await rm(parent, { recursive: true });
});

/** A process that has its temporary folder below `parent`, and an upload there which no event tells of. */
const begin = async (): Promise<Told & { readonly child: ChildProcess }> => {
  const script = fileURLToPath(new URL('./temporary-folder.case.ts', import.meta.url));
  const child = fork(script, [parent], { execArgv: ['--import', 'tsx'] });
  children.push(child);
  const [told] = (await once(child, 'message')) as [Told];
  return { ...told, child };
};

const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

test('what a killed process leaves, its uploads too, is gone after the next start; what is in use stays (F04)', async () => {
  const [dead, alive] = await Promise.all([begin(), begin()]);
  await killed(dead.child);
  expect(await readFile(dead.blob, 'utf8')).toBe('bytes');
  const next = await begin();
  await vi.waitFor(
    async () =>
      expect((await readdir(parent)).toSorted()).toEqual([basename(alive.folder), basename(next.folder)].toSorted()),
    { timeout: 10_000 },
  );
  expect(await readFile(alive.blob, 'utf8')).toBe('bytes');
});

test('a process that ends by itself leaves nothing', async () => {
  const { child } = await begin();
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
  expect(await readdir(parent)).toEqual([]);
});

test('links, files, and folders that are not surely of a dead process of this machine stay', async () => {
  const { folder, child } = await begin();
  await killed(child);
  const target = join(parent, 'target');
  await mkdir(target);
  await writeFile(join(target, 'precious'), '');
  const [, pid = '', place = ''] = basename(folder).split('-');
  const kept = [
    `understudy-${pid}-00000000-aaaaaa`, // counted elsewhere
    `understudy-${process.pid}-${place}-aaaaaa`,
    `understudy-1-${place}-aaaaaa`, // perhaps another user's
    `understudy-${pid}-${place}-aaaaaa-mine`,
    'understudy-aaaaaa',
    'understudy-test-aaaaaa',
  ];
  for (const name of kept) await mkdir(join(parent, name));
  await symlink(target, join(parent, `understudy-${pid}-${place}-linked`));
  await writeFile(join(parent, `understudy-${pid}-${place}-file12`), '');
  await symlink(target, join(folder, 'a-link-within'));
  await sweepAbandoned(parent);
  const linkAndFile = [`understudy-${pid}-${place}-linked`, `understudy-${pid}-${place}-file12`];
  expect((await readdir(parent)).toSorted()).toEqual(['target', ...kept, ...linkAndFile].toSorted());
  expect(await readdir(target)).toEqual(['precious']);
});

test.skipIf(process.getuid?.() !== 0)('the folder of another user stays', async () => {
  const { folder, child } = await begin();
  await killed(child);
  await chown(folder, 12_345, 12_345);
  await sweepAbandoned(parent);
  expect((await lstat(folder)).isDirectory()).toBe(true);
});

test('a place that cannot be read hinders nobody', async () => {
  await expect(sweepAbandoned(join(parent, 'not-there'))).resolves.toBeUndefined();
});
