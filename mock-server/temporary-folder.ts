/** A folder that lives no longer than the process, however the process ends by itself: a folder of uploads may be large. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { readonly path: string; readonly remove: () => Promise<void> };

export const createTemporaryFolder = async (): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'understudy-'));
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
