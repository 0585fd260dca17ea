/**
 * A folder that lives no longer than the process, however the process ends by itself: a folder of uploads may be large. One
 * whose process was killed is removed by the next that starts.
 */
import { createHash } from 'node:crypto';
import { readlinkSync, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { readonly path: string; readonly remove: () => Promise<void> };

export const createTemporaryFolder = async (): Promise<TemporaryFolder> => {
  // Once is enough for a process, and nobody waits for it.
  swept ??= sweepAbandoned(tmpdir());
  const path = await mkdtemp(join(tmpdir(), `understudy-${process.pid}-${place()}-`));
  if (folders.size === 0) process.on('exit', removeAll);
  folders.add(path);
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      folders.delete(path);
      if (folders.size === 0) process.off('exit', removeAll);
    },
  };
};

/** One listener for all of them, however many mocks a process makes. */
const folders = new Set<string>();
const removeAll = (): void => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
};

let swept: Promise<void> | undefined;

/** Removes the folders that killed processes of ours left behind. Never fails: what cannot be removed stays. */
export const sweepAbandoned = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid, where] = folderName.exec(name) ?? [];
    if (pid === undefined || where !== place() || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    // A link is not a folder: neither it nor what it leads to is touched.
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() !== true || (process.getuid !== undefined && found.uid !== process.getuid())) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

const folderName = /^understudy-(\d{1,9})-([0-9a-f]{8})-\w{6}$/;

/** Where the number of a process means something: containers may share a folder, and each counts its own processes. */
const place = (): string => {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has such a thing.
  }
  return createHash('sha256').update(`${hostname()} ${processes}`).digest('hex').slice(0, 8);
};

/** Whether it lives, whoever's it is. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
