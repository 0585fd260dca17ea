import { afterAll, beforeAll, describe } from 'vitest';
import { storeCases } from '../store.case.ts';
import { type Cluster, noPostgres, openCluster } from './cluster.case.ts';
import { type PgDatabase, openPg } from './database.ts';
import { PgEvents } from './events.ts';
import { tables } from './tables.ts';

const reason = noPostgres === undefined ? '' : ` (${noPostgres})`;

describe.skipIf(noPostgres !== undefined)(`with a real PostgreSQL${reason}`, () => {
  let cluster: Cluster;
  const databases: PgDatabase[] = [];
  beforeAll(async () => {
    cluster = await openCluster();
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await cluster.close();
  });

  storeCases('postgres', async () => {
    const database = await openPg(await cluster.database(`store_${databases.length}`));
    databases.push(database);
    await database.script(tables);
    const [staged] = await database.query<{ generation: number }>("SELECT understudy_stage('me') AS generation");
    return new PgEvents<{ readonly type: 'fact'; readonly text: string }>(database, staged?.generation ?? 0);
  });
});
