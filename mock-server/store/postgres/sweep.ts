/**
 * Deletes what nobody reads any more: the processes that are gone, the events of worlds that others have taken the place of, and of those
 * that were never made to their end.
 */
import { isAlive } from './alive.ts';
import type { PgDatabase } from './database.ts';

export const sweep = async (database: PgDatabase): Promise<void> => {
  await database.query(giveUpOfDead);
  // One that was only asleep says again that it is alive.
  await database.query(`DELETE FROM understudy_processes WHERE NOT ${isAlive}`);
  for (const statement of [deleteOld, deleteGivenUp]) {
    // Each a transaction of its own, and a short one.
    for (let deleted = pieceLength; deleted === pieceLength;) {
      const [row] = await database.query<{ deleted: number }>(statement);
      deleted = row?.deleted ?? 0;
    }
  }
};

/** Worlds in the making whose process is gone. */
const giveUpOfDead = `
  DELETE FROM understudy_generations USING understudy_world AS w
  WHERE understudy_generations.generation > w.generation
    AND NOT EXISTS (SELECT FROM understudy_processes AS p WHERE p.id = process AND p.${isAlive})
`;

const pieceLength = 5_000;

const deleteWhere = (which: string): string => `
  WITH deleted AS (
    DELETE FROM understudy_events WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM understudy_events AS e WHERE ${which} LIMIT ${pieceLength}
    )) RETURNING 1
  ) SELECT count(*) AS deleted FROM deleted
`;

const deleteOld = deleteWhere('e.generation < (SELECT generation FROM understudy_world)');

const deleteGivenUp = deleteWhere(`e.generation > (SELECT generation FROM understudy_world)
  AND NOT EXISTS (SELECT FROM understudy_generations AS g WHERE g.generation = e.generation)`);
