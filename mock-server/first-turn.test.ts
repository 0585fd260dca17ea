/** Who begins the first world of a database: one process at a time, and another where that one does not come to it. */
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { openSharedKeeping } from './shared-keeping.ts';
import { overPostgres } from './store/postgres/over-postgres.case.ts';
import { openSharedDatabase } from './store/postgres/shared-database.ts';

/** A turn that does not come is told of after half a minute. */
const slow = { timeout: 60_000 };

overPostgres(({ place }) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([1, 2])(
    'a process that is there while its look number %d at the database fails leaves the turn to others when it goes',
    slow,
    async (failing) => {
      const { databaseUrl: url, data } = await place();
      // The tables are there before anything fails.
      await (await openSharedDatabase<object>(url, 'before')).close();
      const looks = failLook(failing);
      const keeping = await openSharedKeeping(url, data).catch(() => undefined);
      expect(looks()).toBeGreaterThan(0);
      await keeping?.close();
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
