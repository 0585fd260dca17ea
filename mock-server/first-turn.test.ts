/** Who begins the first world of a database: one process at a time, and another where that one does not come to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSharedKeeping } from './shared-keeping.ts';
import { type Cluster, noPostgres, openCluster } from './store/postgres/cluster.case.ts';
import { openSharedDatabase } from './store/postgres/shared-database.ts';

/** A turn that does not come is told of after half a minute. */
const slow = { timeout: 60_000 };
const reason = noPostgres === undefined ? '' : ` (${noPostgres})`;

describe.skipIf(noPostgres !== undefined)(`over a real PostgreSQL${reason}`, () => {
  let cluster: Cluster;
  let folder = '';
  beforeAll(async () => {
    cluster = await openCluster();
    folder = await mkdtemp(join(tmpdir(), 'first-turn-'));
  });
  afterAll(async () => {
    await cluster.close();
    await rm(folder, { recursive: true });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([1, 2])(
    'a process that is there while its look number %d at the database fails leaves the turn to others when it goes',
    slow,
    async (failing) => {
      const url = await cluster.database(`look_${failing}`);
      // The tables are there before anything fails.
      await (await openSharedDatabase<object>(url, 'before')).close();
      const looks = failLook(failing);
      const opened = await openSharedKeeping(url, join(folder, `look-${failing}`)).catch(() => undefined);
      expect(looks()).toBeGreaterThan(0);
      await opened?.close();
      vi.restoreAllMocks();
      const other = await openSharedDatabase<object>(url, 'other');
      expect(await other.alone('begin', async () => 'its turn')).toBe('its turn');
      await other.close();
    },
  );
});

/** The statement that looks how things stand fails once. @returns how often it was asked */
const failLook = (failing: number): (() => number) => {
  let looks = 0;
  const pools = pg.Pool.prototype as unknown as { query: (this: unknown, ...asked: unknown[]) => Promise<unknown> };
  const { query } = pools;
  vi.spyOn(pools, 'query').mockImplementation(function (this: unknown, ...asked) {
    const { text = '' } = asked[0] as { readonly text?: string };
    const isLook = text.includes('LEFT JOIN understudy_generations');
    if (isLook && ++looks === failing) return Promise.reject(new Error('the line is cut'));
    return query.apply(this, asked);
  });
  return () => looks;
};
