/** Tests over a PostgreSQL of their own: skipped where none is installed, and their title says what to install. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type Cluster, noPostgres, openCluster } from './cluster.case.ts';

/** What processes of one world share. */
export type Place = { readonly databaseUrl: string; readonly data: string };

type OverPostgres = {
  readonly cluster: Pick<Cluster, 'start' | 'stop'>;
  /** A database and a folder of which there was nothing yet. */
  readonly place: () => Promise<Place>;
  /** Notes what is to be closed after the test, the last one first. */
  readonly opened: <T extends Closeable>(one: T) => T;
  /** Closes it at once. */
  readonly closeAll: () => Promise<void>;
};

type Closeable = { readonly close: () => Promise<unknown> };

export const overPostgres = (tests: (given: OverPostgres) => void): void => {
  const reason = noPostgres === undefined ? '' : ` (${noPostgres})`;
  describe.skipIf(noPostgres !== undefined)(`over a real PostgreSQL${reason}`, () => {
    let cluster: Cluster;
    let folder = '';
    let places = 0;
    const open: Closeable[] = [];
    const closeAll = async (): Promise<void> => {
      for (const one of open.splice(0).reverse()) await one.close();
    };
    beforeAll(async () => {
      cluster = await openCluster();
      folder = await mkdtemp(join(tmpdir(), 'over-postgres-'));
    });
    afterEach(closeAll);
    afterAll(async () => {
      await cluster.close();
      await rm(folder, { recursive: true });
    });
    tests({
      cluster: { start: () => cluster.start(), stop: () => cluster.stop() },
      place: async () => {
        const name = `world_${++places}`;
        return { databaseUrl: await cluster.database(name), data: join(folder, name) };
      },
      opened: (one) => {
        open.push(one);
        return one;
      },
      closeAll,
    });
  });
};
