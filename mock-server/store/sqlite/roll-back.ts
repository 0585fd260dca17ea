import type { Database } from './database.ts';

/** After some errors SQLite has done so by itself. */
export const rollBack = (database: Database): void => {
  try {
    database.exec('ROLLBACK');
  } catch {
    // Nothing was begun any more.
  }
};
