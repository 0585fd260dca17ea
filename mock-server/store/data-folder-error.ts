/** Why a data folder cannot be used, for whoever named it. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export const noRoom = (path: string, cause: unknown): DataFolderError =>
  new DataFolderError(`there is no room on the disk of the data folder ${path}`, { cause });

/** @param how in any number of lines, as SQLite has it */
export const damaged = (path: string, how: string, cause?: unknown): DataFolderError =>
  new DataFolderError(
    `the data folder ${path} is damaged (${how.replaceAll(/\s*\n\s*/g, ' ')}): put a copy of it in its place, or name another folder`,
    { cause },
  );
