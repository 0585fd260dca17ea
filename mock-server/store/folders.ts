/** Folders of the mock's own, for their owner's eyes only. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those that it lies in, where they are missing. Throws what the system says where it cannot. Node's own way never
 * ends where the system says that something is missing in a folder that is there, as it does in `/proc`.
 */
export const makeFolders = async (path: string): Promise<void> => {
  const failure = await failureToMake(path);
  if (failure === undefined) return;
  if (failure.code !== 'ENOENT' || dirname(path) === path) throw failure;
  await makeFolders(dirname(path));
  const again = await failureToMake(path);
  if (again !== undefined) throw again;
};

/** Undefined where there is such a folder now, whoever made it. */
const failureToMake = async (path: string): Promise<NodeJS.ErrnoException | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? undefined : (error as NodeJS.ErrnoException);
  }
};
