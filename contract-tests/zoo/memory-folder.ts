/** Where uploads lie while thousands of mocks come and go: in memory, where the machine has a folder of it with room for the largest of them. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** @returns a folder for temporary files */
export const memoryFolder = (): string => {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= bytesLeast ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
};

/** Of Linux; elsewhere there is none. */
const folder = '/dev/shm';
/** Containers often have 64 MB of it: six mocks may hold files of 500 MB at once. */
const bytesLeast = 4_000_000_000;
