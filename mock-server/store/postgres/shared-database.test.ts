/** What many processes share, by the statements that they send: no mock is needed for it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WorldReplaced } from '../store.ts';
import { type Cluster, noPostgres, openCluster } from './cluster.case.ts';
import { type PgDatabase, openPg } from './database.ts';
import { type SharedDatabase, openSharedDatabase } from './shared-database.ts';

type Fact = { readonly text: string };

const reason = noPostgres === undefined ? '' : ` (${noPostgres})`;

describe.skipIf(noPostgres !== undefined)(`with a real PostgreSQL${reason}`, () => {
  let cluster: Cluster;
  let databases = 0;
  beforeAll(async () => {
    cluster = await openCluster();
  });
  afterAll(() => cluster.close());

  const open: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  const opened = <T extends { close: () => Promise<unknown> }>(one: T): T => {
    open.push(one);
    return one;
  };

  /** Two processes, and the database under them. */
  const two = async (): Promise<[SharedDatabase<Fact>, SharedDatabase<Fact>, PgDatabase]> => {
    const url = await cluster.database(`shared_${++databases}`);
    const processes = [
      opened(await openSharedDatabase<Fact>(url, 'one')),
      opened(await openSharedDatabase<Fact>(url, 'two')),
    ];
    for (const process of processes) await process.beat();
    return [processes[0] as SharedDatabase<Fact>, processes[1] as SharedDatabase<Fact>, opened(await openPg(url))];
  };

  const begin = async (shared: SharedDatabase<Fact>, ...texts: string[]): Promise<number> => {
    const generation = await shared.stage();
    await shared.events(generation).append(
      'a',
      0,
      texts.map((text) => ({ text })),
    );
    expect(await shared.begin(generation, `facts of ${generation}`, 'clock')).toBe(true);
    return generation;
  };

  const textsIn = async (shared: SharedDatabase<Fact>, generation: number): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { event } of shared.events(generation).follow(0)) texts.push(event.text);
    return texts;
  };

  const rows = async (database: PgDatabase): Promise<number> => {
    const [row] = await database.query<{ rows: number }>('SELECT count(*) AS rows FROM understudy_events');
    return row?.rows ?? -1;
  };

  test('a world that is being made changes nothing of the one that is served, also where it is never finished', async () => {
    const [one, two_] = await two();
    const served = await begin(one, 'first');
    const staged = await two_.stage();
    await two_.events(staged).append('a', 0, [{ text: 'second' }]);
    expect(await one.look()).toMatchObject({ generation: served, position: 1, facts: `facts of ${served}` });
    await one.events(served).append('a', 1, [{ text: 'goes on' }]);
    expect(await textsIn(one, served)).toEqual(['first', 'goes on']);
  });

  test('a world that begins takes the place of the other in one step: what comes for that one is refused, and it is not read as whole', async () => {
    const [one, two_] = await two();
    const old = await begin(one, 'old');
    const next = await begin(two_, 'new', 'newer');
    expect(await one.look()).toMatchObject({
      generation: next,
      position: 2,
      facts: `facts of ${next}`,
      clock: 'clock',
    });
    await expect(one.events(old).append('a', 1, [{ text: 'too late' }])).rejects.toThrow(WorldReplaced);
    await expect(textsIn(one, old)).rejects.toThrow(WorldReplaced);
    expect(await textsIn(one, next)).toEqual(['new', 'newer']);
  });

  test('a world that was given up, or that a later one was faster than, does not begin', async () => {
    const [one, two_] = await two();
    await begin(one, 'served');
    const [slow, fast] = [await one.stage(), await two_.stage()];
    expect(await two_.begin(fast, 'fast', 'clock')).toBe(true);
    expect(await one.begin(slow, 'slow', 'clock')).toBe(false);
    const givenUp = await one.stage();
    await one.unstage(givenUp);
    expect(await one.begin(givenUp, 'given up', 'clock')).toBe(false);
    await two_.unstage(fast);
    expect(await one.look()).toMatchObject({ generation: fast, facts: 'fast' });
  });

  test('what nobody reads any more is swept away, and what a living process makes is not', async () => {
    const [one, two_, database] = await two();
    const old = await one.stage();
    await one.events(old).append(
      'a',
      0,
      Array.from({ length: 6_000 }, () => ({ text: 'old' })),
    );
    await one.begin(old, 'old', 'clock');
    await begin(one, 'served');
    const ofLiving = await two_.stage();
    await two_.events(ofLiving).append('a', 0, [{ text: 'staged' }]);
    const ofDead = await one.stage();
    await one.events(ofDead).append('a', 0, [{ text: 'left' }]);
    await database.script(`
      INSERT INTO understudy_processes VALUES ('gone', now() - interval '7 seconds');
      UPDATE understudy_generations SET process = 'gone' WHERE generation = ${ofDead};
    `);
    expect(await rows(database)).toBe(6_003);
    await one.sweep();
    expect(await rows(database)).toBe(2);
    expect(await two_.begin(ofLiving, 'living', 'clock')).toBe(true);
    expect(await one.begin(ofDead, 'dead', 'clock')).toBe(false);
  });

  test('processes that died are forgotten, and those that live are not', async () => {
    const [one, , database] = await two();
    await database.script(
      `INSERT INTO understudy_processes SELECT n, now() - interval '7 s' FROM generate_series(1, 50) AS n`,
    );
    await one.sweep();
    const known = await database.query<{ id: string }>('SELECT id FROM understudy_processes ORDER BY id');
    expect(known.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await one.living()).toEqual(new Set(['one', 'two']));
  });

  test.each([true, false])(
    'of keys that are used no more no requests are kept (a fixed window: %s)',
    async (isFixed) => {
      const [one, two_, database] = await two();
      const at = (shared: SharedDatabase<Fact>, subject: string, now: number) =>
        shared.admit({ subject, limit: 3, now, isFixed, countsRefused: false });
      for (let key = 0; key < 20; key++) await at(one, `early ${key}`, 1_000);
      for (let request = 0; request < 3; request++) await at(one, 'steady', 59_000 + request);
      await Promise.all(Array.from({ length: 40 }, (_, key) => at(key % 2 ? one : two_, `late ${key % 20}`, 62_000)));
      const kept = await database.query<{ subject: string }>('SELECT subject FROM understudy_requests');
      expect(kept.filter(({ subject }) => subject.startsWith('early'))).toEqual([]);
      expect(kept).toHaveLength(21);
      expect(await at(one, 'late 0', 62_000)).toMatchObject({ counted: 3, waitMs: undefined });
      expect((await at(two_, 'steady', 59_003)).waitMs).toBeGreaterThan(0);
    },
  );

  test('a change of the clock is made by whoever knows the last one, for the world that is served', async () => {
    const [one] = await two();
    const generation = await begin(one, 'served');
    const { clockVersion } = await one.look();
    const next = await one.setClock('later', generation, clockVersion);
    expect(await one.look()).toMatchObject({ clock: 'later', clockVersion: next });
    expect(await one.setClock('too late', generation, clockVersion)).toBeUndefined();
    expect(await one.setClock('of another world', generation - 1, next ?? 0)).toBeUndefined();
    expect((await one.look()).clock).toBe('later');
    await begin(one, 'another');
    expect((await one.look()).clockVersion).toBeGreaterThan(next ?? Infinity);
  });

  test('what the database refuses of one append does not hinder those that go with it', async () => {
    const [one, , database] = await two();
    const generation = await begin(one, 'served');
    await database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room for it'; END $$;
      CREATE TRIGGER refused BEFORE INSERT ON understudy_events FOR EACH ROW
        WHEN (NEW.event LIKE '%large%') EXECUTE FUNCTION refuse();
    `);
    const events = one.events(generation);
    const outcomes = await Promise.allSettled([
      events.append('b', 0, [{ text: 'before' }]),
      events.append('c', 0, [{ text: 'large' }]),
      events.append('d', 0, [{ text: 'after' }]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await textsIn(one, generation)).toEqual(['served', 'before', 'after']);
  });

  test('a database of form 1 is gone on with', async () => {
    const url = await cluster.database(`shared_${++databases}`);
    const database = opened(await openPg(url));
    await database.script(`
      CREATE TABLE understudy_world (
        id boolean PRIMARY KEY DEFAULT true CHECK (id), form int NOT NULL DEFAULT 1, generation bigint NOT NULL DEFAULT 1,
        position bigint NOT NULL DEFAULT 0, facts text, clock text
      );
      INSERT INTO understudy_world (generation, position, facts, clock) VALUES (4, 2, 'facts', 'clock');
      CREATE TABLE understudy_events (
        position bigint PRIMARY KEY, stream text NOT NULL, version int NOT NULL, event text NOT NULL, UNIQUE (stream, version)
      );
      INSERT INTO understudy_events VALUES (1, 'a', 1, '{"text":"one"}'), (2, 'a', 2, '{"text":"two"}');
      CREATE FUNCTION understudy_renew() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint';
    `);
    for (const process of ['one', 'two']) {
      const shared = opened(await openSharedDatabase<Fact>(url, process));
      expect(await shared.look()).toMatchObject({ generation: 4, position: 2, facts: 'facts', clock: 'clock' });
      expect(await textsIn(shared, 4)).toEqual(['one', 'two']);
    }
    const shared = opened(await openSharedDatabase<Fact>(url, 'three'));
    await shared.events(4).append('a', 2, [{ text: 'three' }]);
    expect(await begin(shared, 'next')).toBe(5);
  });

  test('a database of a newer form is refused before anything in it is touched (F13)', async () => {
    const [, , database] = await two();
    const url = await cluster.database(`shared_${databases}`);
    await database.script('UPDATE understudy_world SET form = 99; DROP FUNCTION understudy_stage(text)');
    await expect(openSharedDatabase(url, 'old')).rejects.toThrow('written by a newer understudy, in form 99');
    await expect(database.query("SELECT understudy_stage('x')")).rejects.toThrow('does not exist');
  });
});
