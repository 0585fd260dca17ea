/** A mock with a data folder: what it has told of is there after it has ended, however it ended. */
import { chmod, cp, mkdtemp, readFile, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock } from './compose.ts';
import { type TestMock, openMock, validBodies } from './http/client.case.ts';
import { openSocketMock } from './sockets/client.case.ts';
import { openDatabase } from './store/sqlite/database.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

let parent = '';
let data = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'data-'));
  data = join(parent, 'world');
});

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await rm(parent, { recursive: true });
});
const opened = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};

/** The folder as a process that is killed now would leave it. */
const killed = async (): Promise<string> => {
  const copy = await mkdtemp(join(parent, 'killed-'));
  await cp(data, copy, { recursive: true });
  return copy;
};

test('after a restart the same key opens the same account, with its jobs, files, links, money and usage', async () => {
  const before = await openMock({ data, jobTime: 1 });
  const files = await before.files();
  const job = await before.post('/face-swap', validBodies(files)['face-swap']);
  await before.clock.advance({ seconds: 5 });
  await before.post('/lip-sync', validBodies(files)['lip-sync'], { headers: { 'idempotency-key': 'once' } });
  const [money, link] = [await before.money(), (await before.get(`/jobs/${job.body.id}`)).body.output_url ?? ''];
  const result = Buffer.from(await (await before.fetch(link)).arrayBuffer());
  await before.close();

  const after = opened(await openMock({ data, jobTime: 1 }));
  expect([after.apiKey, after.webhookSecret]).toEqual([before.apiKey, before.webhookSecret]);
  expect(after.control.clock().now).toBe('2026-01-01T00:00:05.000Z');
  expect(await after.money()).toBe(money);
  expect(Buffer.from(await (await after.fetch(link)).arrayBuffer()).equals(result)).toBe(true);
  const again = await after.post('/lip-sync', validBodies(files)['lip-sync'], {
    headers: { 'idempotency-key': 'once' },
  });
  expect(again.body.status).toBe('queued');
  await after.clock.advance({ seconds: 5 });
  expect((await after.get(`/jobs/${again.body.id}`)).body.status).toBe('succeeded');
  expect((await after.get('/usage')).body).toHaveLength(2);
  expect(await after.upload('portrait.png')).not.toBe(files.image);
});

test('a submit that was acknowledged before a kill is there after it, and its retry is the same job (F01, F02)', async () => {
  const before = opened(await openMock({ data, jobTime: 60 }));
  const files = await before.files();
  const submit = (mock: TestMock): Promise<string> =>
    mock
      .post('/face-swap', validBodies(files)['face-swap'], { headers: { 'idempotency-key': 'k' } })
      .then(({ body }) => body.id);
  const id = await submit(before);
  const copy = await killed();
  const after = opened(await openMock({ data: copy, jobTime: 60 }));
  expect(await submit(after)).toBe(id);
  await after.clock.advance({ seconds: 120 });
  expect((await after.get(`/jobs/${id}`)).body.status).toBe('succeeded');
  expect((await after.get('/usage')).body).toHaveLength(1);
});

test('a delivery whose attempt was cut off goes on with the same id, and never has a seventh attempt (F03)', async () => {
  const receiver = opened(await openReceiver('hang'));
  const before = opened(await openMock({ data, jobTime: 1 }));
  const key = await before.upload('portrait.png');
  await before.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  await before.clock.advance({ seconds: 2 });
  await expect.poll(() => receiver.received.length).toBe(1);
  let copy = await killed();

  const bodies = receiver.received.map(({ body }) => body['delivery_id']);
  for (let attempt = 2; attempt <= 6; attempt++) {
    const next = await openMock({ data: copy });
    await next.clock.advance({ to_next: true });
    await expect.poll(() => receiver.received.length).toBe(attempt);
    bodies.push(receiver.received.at(-1)?.body['delivery_id']);
    data = copy;
    copy = await killed();
    await next.close();
  }
  const last = opened(await openMock({ data: copy }));
  await last.clock.advance({ seconds: 86_400 });
  expect(receiver.received).toHaveLength(6);
  expect(new Set(bodies).size).toBe(1);
  expect((await last.steer('GET', '/deliveries')).body).toMatchObject([{ status: 'abandoned' }]);
});

test('what became due while the mock was stopped is done at the start: jobs end and their webhooks go out', async () => {
  const receiver = opened(await openReceiver(200));
  const before = await openMock({ data, jobTime: 60 });
  const key = await before.upload('portrait.png');
  for (let count = 0; count < 8; count++) {
    await before.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
  }
  await before.close();
  const after = await openMock({ data, clock: 'real', start: '2027-01-01T00:00:00Z' });
  await receiver.until(8);
  await expect.poll(async () => (await after.get('/usage')).body).toHaveLength(8);
  // Any failure that it reports fails the test.
  await after.close();
});

test('a stream that was open at a kill is paid until its last sign of life, and no longer (F05)', async () => {
  const before = opened(await openSocketMock({}, { data, clock: '20x' }));
  await before.connect(await before.voice({ duration_minutes: 2 }));
  const alive = async (): Promise<boolean> =>
    (await eventsIn(await killed())).some(({ type }) => type === 'session.alive');
  await expect.poll(alive, { timeout: 10_000 }).toBe(true);
  const copy = await killed();
  const events = await eventsIn(copy);
  const [connected, lastAlive] = ['session.connected', 'session.alive'].map((type) =>
    events.findLast((e) => e.type === type),
  );
  const after = opened(await openSocketMock({}, { data: copy, clock: 'manual', start: '2030-01-01T00:00:00Z' }));
  const seconds = Math.ceil(((lastAlive?.at ?? 0) - (connected?.at ?? 0)) / 1000);
  expect(seconds).toBeGreaterThan(0);
  expect(await after.usage()).toMatchObject([{ charged_usd: expect.closeTo(0.0015 * seconds, 9) }]);
  expect(await after.balance()).toBeCloseTo(100 - 0.0015 * seconds, 9);
});

test('a reset empties the folder, and the next start goes on with what came after it', async () => {
  const before = await openMock({ data });
  const old = await before.upload('portrait.png');
  await before.control.reset();
  const made = await before.steer('POST', '/accounts', { balance_usd: 7 });
  await before.close();
  const after = opened(await openMock({ data }));
  expect((await after.fetch(`${after.url}/files/${old}`)).status).toBe(404);
  expect((await after.get('/balance', (made.body as unknown as { api_key: string }).api_key)).body.balance_usd).toBe(7);
  expect((await readdir(join(data, 'blobs'))).filter((name) => name !== 'partial')).toEqual([]);
});

test('a file that no event tells of is removed at the next start (F04)', async () => {
  const before = await openMock({ data });
  const kept = await before.upload('portrait.png');
  await before.close();
  await writeFile(join(data, 'blobs', 'b-from-before'), 'x');
  await writeFile(join(data, 'blobs', 'partial', 'half'), 'x');
  const after = opened(await openMock({ data }));
  expect(await readdir(join(data, 'blobs', 'partial'))).toEqual([]);
  expect(await readdir(join(data, 'blobs'))).toHaveLength(2);
  const body = { image_key: kept, face_key: kept };
  expect((await after.post('/face-swap-image', body)).status).toBe(202);
});

test('a world that was killed before it had all its accounts begins anew', async () => {
  await (await openMock({ data })).close();
  const database = await openDatabase(join(data, 'events.sqlite'));
  database.exec('DELETE FROM facts');
  database.close();
  const after = opened(await openMock({ data, balance: 5 }));
  expect((await after.get('/balance')).body.balance_usd).toBe(5);
});

test('a key that the user chose is known after a restart, and another one is refused', async () => {
  await (await openMock({ data, apiKey: 'my-own-key' })).close();
  const after = await openMock({ data });
  expect(after.apiKey).toBe('my-own-key');
  expect((await after.get('/balance')).status).toBe(200);
  await after.close();
  await expect(openMock({ data, apiKey: 'another' })).rejects.toThrow(
    'the data folder has a world with an API key, and another is asked for: leave it away, or name another folder',
  );
  await expect(openMock({ data, seed: 2 })).rejects.toThrow('has a world with seed 1, and seed 2 is asked for');
  await (await openMock({ data, seed: 1 })).close();
});

test('keys of the system’s generator are the same after a restart, and keys of a seed are not let out of the machine (K2)', async () => {
  const outside = { data, host: '0.0.0.0', port: 0 } as const;
  const before = await createMock(outside);
  await before.close();
  const after = await createMock(outside);
  expect([after.apiKey, after.webhookSecret]).toEqual([before.apiKey, before.webhookSecret]);
  await after.close();
  const other = join(parent, 'loopback');
  await (await openMock({ data: other })).close();
  await expect(createMock({ ...outside, data: other })).rejects.toThrow('with keys that follow from its seed');
});

test('a second mock on the same folder is refused, and says who has it (F09)', async () => {
  opened(await openMock({ data }));
  await expect(openMock({ data })).rejects.toThrow(
    `the data folder ${data} is used by another mock (process ${process.pid}): stop that one, or name another folder`,
  );
});

test.each<[what: string, spoil: (file: string) => Promise<unknown>, reason: string]>([
  [
    'text',
    (file) => writeFile(file, 'not a database, but long enough to be looked at as one '.repeat(40)),
    'is damaged',
  ],
  ['a file cut short', (file) => truncate(file, 8192), 'is damaged'],
  ['a flipped byte', (file) => flip(file), 'is damaged'],
  ['a newer form', (file) => change(file, 'PRAGMA user_version = 2'), 'was written by a newer understudy, in form 2'],
  ['another program’s', (file) => change(file, 'PRAGMA application_id = 7'), 'belongs to another program'],
  ['a page of zeros', (file) => zeroPage(file), 'is damaged'],
])('a folder with %s is refused in one line, and stays as it is (F06, F13)', async (_what, spoil, reason) => {
  const before = await openMock({ data });
  await before.files();
  await before.close();
  const file = join(data, 'events.sqlite');
  await spoil(file);
  const bytes = await readFile(file);
  const failure = await openMock({ data }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'DataFolderError', message: expect.stringContaining(reason) });
  expect(String(failure)).not.toContain('\n');
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

test.each<[what: string, sql: string, reason: string]>([
  ['an event that is none', "UPDATE events SET event = '{' WHERE position = 1", '(event 1 is no JSON)'],
  ['a lost event', 'DELETE FROM events WHERE position = 2', '(account:a1 has no event 2)'],
])('a folder with %s is refused, and its events stay as they are (F06)', async (_what, sql, reason) => {
  const before = await openMock({ data });
  await before.files();
  await before.close();
  await change(join(data, 'events.sqlite'), sql);
  const events = await rowsIn(data);
  await expect(openMock({ data })).rejects.toThrow(`the data folder ${data} is damaged ${reason}: put a copy`);
  expect(await rowsIn(data)).toEqual(events);
});

test('a folder that is a file, or behind a planted link, is refused (F09) (K8)', async () => {
  await writeFile(data, '');
  await expect(openMock({ data })).rejects.toThrow(`the data folder ${data} cannot be used (EEXIST)`);
  const linked = join(parent, 'linked');
  await (await openMock({ data: linked })).close();
  await rm(join(linked, 'events.sqlite'));
  await symlink(join(parent, 'elsewhere'), join(linked, 'events.sqlite'));
  await expect(openMock({ data: linked })).rejects.toThrow('cannot be used (ELOOP)');
});

test('a folder that no folder can be made for is refused, and at once (F09)', { timeout: 10_000 }, async () => {
  await expect(openMock({ data: '/proc/no-such-folder/world' })).rejects.toThrow(/cannot be used \(E[A-Z]+\)/);
});

test('a link in the place of the note of who has the folder leads nowhere (K8)', async () => {
  await (await openMock({ data })).close();
  const elsewhere = join(parent, 'elsewhere');
  await writeFile(elsewhere, 'precious');
  await rm(join(data, 'owner'));
  await symlink(elsewhere, join(data, 'owner'));
  opened(await openMock({ data }));
  expect(await readFile(elsewhere, 'utf8')).toBe('precious');
  await expect(openMock({ data })).rejects.toThrow('is used by another mock: stop that one');
});

test('only its owner can read what is in it (K8)', async () => {
  const mock = opened(await openMock({ data }));
  await mock.files();
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(data)) {
    expect([name, (await stat(join(data, name))).mode & 0o077]).toEqual([name, 0]);
  }
});

test('a folder that others could read is closed to them (K8)', async () => {
  await (await openMock({ data })).close();
  await chmod(join(data, 'events.sqlite'), 0o644);
  opened(await openMock({ data }));
  expect((await stat(join(data, 'events.sqlite'))).mode & 0o777).toBe(0o600);
});

const eventsIn = async (folder: string): Promise<{ readonly type: string; readonly at: number }[]> =>
  (await rowsIn(folder)).map((event) => JSON.parse(event) as { type: string; at: number });

const rowsIn = async (folder: string): Promise<string[]> => {
  const copy = await mkdtemp(join(parent, 'read-'));
  await cp(folder, copy, { recursive: true });
  const database = await openDatabase(join(copy, 'events.sqlite'));
  const rows = database.prepare('SELECT event FROM events ORDER BY position').all() as { event: string }[];
  database.close();
  return rows.map(({ event }) => event);
};

const change = async (file: string, sql: string): Promise<void> => {
  const database = await openDatabase(file);
  database.exec(sql);
  database.close();
};

/** The third, which is in use. */
const zeroPage = async (file: string): Promise<void> => writeFile(file, (await readFile(file)).fill(0, 8192, 12_288));

const flip = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  // In the middle of the tree's pages, beyond the header.
  for (let at = 4096; at < bytes.length; at += 512) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await writeFile(file, bytes);
};
