/** Resets, snapshots and clocks of many processes, where one of them fails, dies half way, or all of them want the same. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createMock } from './compose.ts';
import { type TestMock, openMock, validBodies } from './http/client.case.ts';
import { openSharedKeeping } from './shared-keeping.ts';
import { BlobStore } from './store/blobs.ts';
import { type Place, overPostgres } from './store/postgres/over-postgres.case.ts';
import { openPg } from './store/postgres/database.ts';
import { PgEvents } from './store/postgres/events.ts';
import { openSharedDatabase } from './store/postgres/shared-database.ts';
import { WorldReplaced } from './store/store.ts';

overPostgres(({ place, opened }) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const mockAt = async (where: Place, ...[options, ports]: Parameters<typeof openMock>): Promise<TestMock> =>
    opened(await openMock({ ...where, jobTime: 1, ...options }, ports));

  /** As another process would, that is killed before its world begins. */
  const leaveHalfMade = async ({ databaseUrl }: Place): Promise<void> => {
    const shared = await openSharedDatabase<object>(databaseUrl, 'killed');
    const generation = await shared.stage();
    await shared.events(generation).append('account:a1', 0, [{ type: 'x' }]);
    await shared.close();
  };

  const generationsIn = async ({ databaseUrl }: Place): Promise<object[]> => {
    const database = await openPg(databaseUrl);
    try {
      return await database.query('SELECT DISTINCT generation FROM understudy_events');
    } finally {
      await database.close();
    }
  };

  const snapshotOf = async (mock: TestMock): Promise<string> =>
    (await mock.fetch(`${mock.controlUrl}/snapshot`, { headers: { 'x-understudy-token': mock.controlToken } })).text();

  const load = (mock: TestMock, text: string): Promise<Response> =>
    mock.fetch(`${mock.controlUrl}/snapshot?force=true`, {
      method: 'PUT',
      headers: { 'x-understudy-token': mock.controlToken, 'content-type': 'application/x-ndjson' },
      body: text,
    });

  test('a process that is killed in the middle of a reset leaves the world to the others, and to those that come', async () => {
    const where = await place();
    const one = await mockAt(where);
    const files = await one.files();
    await leaveHalfMade(where);
    expect((await one.post('/face-swap', validBodies(files)['face-swap'])).status).toBe(202);
    const another = await mockAt(where);
    await expect.poll(() => generationsIn(where), { timeout: 10_000 }).toHaveLength(1);
    await another.clock.advance({ seconds: 30 });
    expect((await another.get('/usage')).body).toHaveLength(1);
    await another.steer('POST', '/reset', { force: true });
    expect((await one.get('/usage')).body).toEqual([]);
  });

  test('a process that is killed before it has begun the first world leaves that to the next', async () => {
    const where = await place();
    await leaveHalfMade(where);
    const one = await mockAt(where);
    expect((await one.get('/balance')).body.balance_usd).toBe(100);
  });

  test('a reset that fails in one process leaves the world to all, and the next one resets it', async () => {
    const where = await place();
    let fails = false;
    const broken = await mockAt(
      where,
      {},
      {
        decide: (next) => (account, world, command, moment) => {
          if (fails && command.type === 'create-account') throw new Error('it is out of order');
          return next(account, world, command, moment);
        },
      },
    );
    const other = await mockAt(where);
    const key = await other.upload('portrait.png');
    fails = true;
    expect((await broken.steer('POST', '/reset', { force: true })).status).toBe(500);
    expect(broken.failures.splice(0).map(String)).toEqual(['Error: it is out of order']);
    fails = false;
    for (const mock of [broken, other]) {
      expect((await mock.post('/face-swap-image', { image_key: key, face_key: key })).status).toBe(202);
    }
    expect((await broken.steer('POST', '/reset', { force: true })).status).toBe(200);
    expect((await other.post('/face-swap-image', { image_key: key, face_key: key })).status).toBe(400);
  });

  test('a snapshot that one process loads is the world of all: money, uploads, clock, and the key that they have told of', async () => {
    const source = opened(await openMock({ seed: 2, jobTime: 1 }));
    const files = await source.files();
    await source.post('/face-swap', validBodies(files)['face-swap']);
    await source.clock.advance({ seconds: 90 });
    const text = await snapshotOf(source);
    const where = await place();
    const [one, other] = [await mockAt(where), await mockAt(where)];
    await one.upload('portrait.png');
    expect((await load(one, text)).status).toBe(200);
    for (const mock of [other, one]) {
      expect(await mock.money()).toBe(await source.money());
      expect((await mock.get('/balance', source.apiKey)).status).toBe(200);
      expect((await mock.steer('GET', '/clock')).body).toMatchObject({ now: '2026-01-01T00:01:30.000Z' });
      expect((await mock.post('/face-swap', validBodies(files)['face-swap'])).status).toBe(202);
    }
    const names = (await readdir(join(where.data, 'blobs'))).filter((name) => !name.startsWith('partial'));
    expect(names).toHaveLength(3);
  });

  test('a process that joins a world, or follows another into the next one, does not take its journal for the whole', async () => {
    const where = await place();
    const one = await mockAt(where);
    const other = await mockAt(where);
    const known = (mock: TestMock): { entries: number; forgotten: number } => {
      const { entries, forgotten } = mock.control.journal({ limit: 100 });
      return { entries: entries.length, forgotten };
    };
    await other.get('/balance');
    expect([known(one), known(other)]).toEqual([
      { entries: 0, forgotten: 0 },
      { entries: 1, forgotten: 1 },
    ]);
    expect(await other.control.conduct('a1')).toMatchObject({ entries: { read: 1, forgotten: 1 } });
    await one.steer('POST', '/reset', { force: true });
    await vi.waitFor(() => expect(known(other)).toEqual({ entries: 0, forgotten: 1 }), { timeout: 5_000 });
  });

  test('many changes of the clock at the same time are made one after the other, and nobody is kept from anything else', async () => {
    const one = await mockAt(await place());
    const answers = await Promise.all([
      ...Array.from({ length: 16 }, () => one.steer('PUT', '/clock', { mode: 'manual' })),
      ...Array.from({ length: 16 }, () => one.get('/balance')),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('calls while others reset are answered from the world before or from the one after, and never fail', async () => {
    const where = await place();
    const mocks = [await mockAt(where), await mockAt(where), await mockAt(where)];
    const over = new AbortController();
    const statuses = new Set<number>();
    const calling = mocks.map(async (mock) => {
      while (!over.signal.aborted) statuses.add((await mock.get('/balance')).status);
    });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(mocks.map((mock) => mock.steer('POST', '/reset', { force: true })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    over.abort();
    await Promise.all(calling);
    expect(statuses).toEqual(new Set([200]));
  });

  test('a world that is replaced while it is read is read anew, and nobody notices', async () => {
    const where = await place();
    const [one, other] = [await mockAt(where), await mockAt(where)];
    vi.spyOn(PgEvents.prototype, 'follow').mockImplementationOnce(() => {
      throw new WorldReplaced();
    });
    const key = await one.upload('portrait.png');
    expect((await other.post('/face-swap-image', { image_key: key, face_key: key })).status).toBe(202);
  });

  test('a reset that another process was faster than says so, and the next one is made', async () => {
    const where = await place();
    const one = await mockAt(where);
    const intruder = opened(await openSharedDatabase<object>(where.databaseUrl, 'intruder'));
    const { facts, clock } = await intruder.look();
    // What is done last before a world begins.
    vi.spyOn(BlobStore.prototype, 'names').mockImplementationOnce(async () => {
      expect(await intruder.begin(await intruder.stage(), facts ?? '', clock ?? '')).toBe(true);
      return [];
    });
    expect((await one.steer('POST', '/reset', { force: true })).status).toBe(500);
    expect(one.failures.splice(0).map(String)).toEqual([
      expect.stringContaining('another process has put another world'),
    ]);
    // The one that was faster has no accounts.
    expect((await one.get('/balance')).status).toBe(401);
    expect((await one.steer('POST', '/reset', { force: true })).status).toBe(200);
    expect((await one.get('/balance')).body.balance_usd).toBe(100);
  });

  test('what another process puts a world in the place of takes nothing more: a submit that comes then is told to be sent again', async () => {
    const where = await place();
    const one = await mockAt(where);
    const key = await one.upload('portrait.png');
    const intruder = opened(await openSharedDatabase<object>(where.databaseUrl, 'intruder'));
    const { facts, clock } = await intruder.look();
    const own = PgEvents.prototype.append;
    // Between the look and what is written down.
    vi.spyOn(PgEvents.prototype, 'append').mockImplementationOnce(async function (this: unknown, ...appended) {
      expect(await intruder.begin(await intruder.stage(), facts ?? '', clock ?? '')).toBe(true);
      await own.call(this as PgEvents<unknown>, ...appended);
    });
    const answer = await one.post('/face-swap-image', { image_key: key, face_key: key });
    expect([answer.status, answer.code]).toEqual([500, 'internal_error']);
    expect(answer.body.error.message).toMatch(/another world has taken the place.*nothing of this was stored.*again/);
    // The world of the other has no accounts.
    expect((await one.get('/balance')).status).toBe(401);
    expect(one.failures).toEqual([]);
  });

  test('a process that takes long to make a world goes on saying that it is alive, so that nobody sweeps it away', async () => {
    const where = await place();
    const keeping = opened(await openSharedKeeping(where.databaseUrl, where.data));
    const other = opened(await openSharedDatabase<object>(where.databaseUrl, 'other'));
    const database = opened(await openPg(where.databaseUrl));
    await keeping.stage(async (staged) => {
      await database.script("UPDATE understudy_processes SET seen = now() - interval '7 seconds'");
      await expect.poll(async () => (await other.living()).size, { timeout: 10_000 }).toBe(1);
      await other.sweep();
      await staged.begin(someFacts, { mode: 'manual', now: 0, wall: 0 });
    });
    expect(await other.look()).toMatchObject({ generation: 1 });
  });

  test('a mock that cannot be made leaves nothing behind that goes on by itself', async () => {
    const where = await place();
    const [timers, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    const ports = {
      authenticate: () => {
        throw new Error('a bug of the caller');
      },
    };
    await expect(createMock({ ...where, port: false }, { ports })).rejects.toThrow('a bug of the caller');
    // As often as it looks, and says that it is alive.
    const made = timers.mock.results.filter((_, index) => [100, 1_000].includes(timers.mock.calls[index]?.[1] ?? 0));
    expect(made.length).toBeGreaterThan(0);
    const left = made.filter(({ value }) => cleared.mock.calls.every(([timer]) => timer !== value));
    expect(left).toEqual([]);
  });

  test('a port that counts requests is for one process alone', async () => {
    const where = await place();
    const ports = { limit: () => () => undefined };
    await expect(createMock({ ...where, port: false }, { ports })).rejects.toThrow('the port limit is asked');
  });
});

const someFacts = {
  seed: 1,
  secretSource: 'seed',
  secretRoot: 'root',
  apiKey: 'key',
  webhookSecret: 'whsec',
} as const;
