/** A note in a data folder of which process has it. Only for people: the lock is another one. */
import { constants } from 'node:fs';
import { lstat, open, readFile } from 'node:fs/promises';

/** Into a file of ours: a link that was planted there leads nowhere. */
export const noteOwner = async (ownerFile: string): Promise<void> => {
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;
  const handle = await open(ownerFile, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    await handle.writeFile(String(process.pid));
  } finally {
    await handle.close();
  }
};

/** As far as it is known. */
export const ownerIn = async (ownerFile: string): Promise<string> => {
  const isFile = await lstat(ownerFile).then(
    (found) => found.isFile(),
    () => false,
  );
  const pid = isFile ? await readFile(ownerFile, 'utf8').catch(() => '') : '';
  return /^\d+$/.test(pid) ? ` (process ${pid})` : '';
};
