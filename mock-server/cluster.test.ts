/** Three mocks over one database, as three processes behind a load balancer are: whoever is asked, the answer is the same. */
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { once } from 'node:events';
import { type TestMock, openMock, validBodies } from './http/client.case.ts';
import type { MockOptions } from './options.ts';
import { overPostgres } from './store/postgres/over-postgres.case.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

overPostgres(({ cluster, place, opened, closeAll }) => {
  type Three = readonly [TestMock, TestMock, TestMock];
  const three = async (options: MockOptions = {}): Promise<Three> => {
    const shared = { ...(await place()), jobTime: 1, ...options };
    const mocks = await Promise.all([openMock(shared), openMock(shared), openMock(shared)]);
    mocks.forEach(opened);
    return mocks;
  };

  /** Calls of whichever, in turn. */
  const inTurn = <T>(mocks: Three, count: number, call: (mock: TestMock) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => call(mocks[(index % 3) as 0 | 1 | 2])));

  test('all that start at the same time have one world: its key, its money, and what each acknowledges', async () => {
    const [one, two, third] = await three();
    expect(new Set([one, two, third].map(({ apiKey }) => apiKey)).size).toBe(1);
    expect(new Set([one, two, third].map(({ controlToken }) => controlToken)).size).toBe(1);
    const files = await one.files();
    const job = await two.post('/face-swap', validBodies(files)['face-swap']);
    expect(job.status).toBe(202);
    expect((await third.get(`/jobs/${job.body.id}`)).body.status).toBe('queued');
    await third.clock.advance({ seconds: 5 });
    const done = await one.get(`/jobs/${job.body.id}`);
    expect(done.body.status).toBe('succeeded');
    expect((await two.fetch(done.body.output_url ?? '')).status).toBe(200);
    expect(await one.money()).toBe(await two.money());
  });

  test('a key of idempotency is one job, and one charge, whichever processes get it at the same time', async () => {
    const mocks = await three();
    const files = await mocks[0].files();
    for (let round = 0; round < 20; round++) {
      const once = { headers: { 'idempotency-key': `k${round}` } };
      const answers = await inTurn(mocks, 12, (mock) => mock.post('/face-swap', validBodies(files)['face-swap'], once));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    }
    await mocks[1].clock.advance({ seconds: 60 });
    expect((await mocks[2].get('/usage')).body).toHaveLength(20);
  });

  test('money for one job pays for one, whichever processes are asked at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const mocks = await three({ balance: 0.2 });
      const files = await mocks[0].files();
      const answers = await inTurn(mocks, 9, (mock) => mock.post('/face-swap', validBodies(files)['face-swap']));
      const accepted = answers.filter(({ status }) => status === 202).length;
      expect(answers.filter(({ code }) => code === 'insufficient_balance')).toHaveLength(9 - accepted);
      await mocks[0].clock.advance({ seconds: 30 });
      const { balance_usd, total_spent_usd } = (await mocks[1].get('/balance')).body;
      expect(balance_usd).toBeGreaterThanOrEqual(0);
      expect(balance_usd + total_spent_usd).toBeCloseTo(0.2, 9);
      await closeAll();
    }
  });

  test('the request rate is counted over all of them', async () => {
    const mocks = await three({ rateLimit: 30 });
    const answers = await inTurn(mocks, 60, (mock) => mock.get('/balance'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(30);
    await mocks[0].clock.advance({ seconds: 61 });
    expect((await mocks[2].get('/balance')).status).toBe(200);
  });

  test('each delivery has one sender, and its attempts are counted once', async () => {
    const receiver = opened(await openReceiver(500, 500, 200));
    const mocks = await three({ clock: '60x' });
    const key = await mocks[0].upload('portrait.png');
    await mocks[0].post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(3);
    const attempts = async (): Promise<unknown> => (await mocks[2].steer('GET', '/deliveries')).body;
    await expect.poll(attempts).toMatchObject([{ status: 'delivered', attempts: [{}, {}, {}] }]);
    expect(receiver.received).toHaveLength(3);
  });

  test('a stream that another process settles is closed by the one that has its socket', async () => {
    const shared = { ...(await place()), port: 0 } as const;
    const [one, two] = [opened(await openMock(shared)), opened(await openMock(shared))];
    const session = (await two.post('/voice/session', { duration_minutes: 1 })).body;
    const address = new URL(session.stream_url);
    address.port = new URL(one.url).port;
    const socket = new WebSocket(`${String(address)}?session_token=${session.session_token}`);
    const closed = once(socket, 'close');
    await once(socket, 'open');
    await two.clock.advance({ seconds: 61 });
    expect((await two.get('/usage')).body).toMatchObject([{ reason: 'session_limit_reached' }]);
    expect((await closed)[0]).toBe(1000);
  });

  test('a reset takes force, and all follow it', async () => {
    const [one, two, third] = await three();
    await one.upload('portrait.png');
    expect((await two.steer('POST', '/reset')).body.error.message).toContain('{"force":true}');
    const made = (await two.steer('POST', '/accounts', { balance_usd: 5 })).body as unknown as { api_key: string };
    expect((await third.get('/balance', made.api_key)).status).toBe(200);
    await two.clock.advance({ seconds: 100 });
    expect((await two.steer('POST', '/reset', { force: true })).status).toBe(200);
    expect((await third.get('/balance', made.api_key)).status).toBe(401);
    expect((await one.get('/balance')).status).toBe(200);
    expect((await one.steer('GET', '/clock')).body).toMatchObject({ now: '2026-01-01T00:00:00.000Z' });
  });

  test('of resets at the same time one world is left, which all have', async () => {
    const mocks = await three();
    await inTurn(mocks, 6, (mock) => mock.steer('POST', '/reset', { force: true }));
    const made = (await mocks[0].steer('POST', '/accounts', { balance_usd: 3 })).body as unknown as { api_key: string };
    for (const mock of mocks) {
      expect((await mock.get('/balance')).body.balance_usd).toBe(100);
      expect((await mock.get('/balance', made.api_key)).body.balance_usd).toBe(3);
    }
  });

  test('the clock moves for all, and one move waits for the other', async () => {
    const mocks = await three();
    await Promise.all(mocks.map((mock) => mock.clock.advance({ seconds: 10 })));
    for (const mock of mocks) {
      expect((await mock.steer('GET', '/clock')).body).toMatchObject({
        mode: 'manual',
        now: '2026-01-01T00:00:30.000Z',
      });
    }
    await mocks[1].steer('PUT', '/clock', { mode: '1000x' });
    expect((await mocks[2].steer('GET', '/clock')).body).toMatchObject({ mode: '1000x' });
  });

  test('a revoked key is revoked everywhere with the next request', async () => {
    const [one, two, third] = await three();
    const made = (await one.steer('POST', '/accounts/a1/keys')).body as unknown as { api_key: string; key_id: string };
    expect((await two.get('/balance', made.api_key)).status).toBe(200);
    await third.steer('DELETE', `/accounts/a1/keys/${made.key_id}`);
    expect((await two.get('/balance', made.api_key)).code).toBe('unauthorized');
  });

  test('after a reset the same steps are seen by all, also where the worlds are equally long', async () => {
    const [one, two] = await three();
    await one.upload('portrait.png');
    for (let round = 0; round < 5; round++) {
      await one.steer('POST', '/reset', { force: true });
      const file = await two.upload('portrait.png');
      expect((await one.post('/face-swap-image', { image_key: file, face_key: file })).status).toBe(202);
      await one.steer('POST', '/reset', { force: true });
      await two.upload('portrait.png');
    }
  });

  test('a key that was revoked is never made again', async () => {
    const [one, two] = await three();
    const make = async (mock: TestMock) =>
      (await mock.steer('POST', '/accounts/a1/keys')).body as unknown as { api_key: string; key_id: string };
    for (let count = 0; count < 3; count++) await make(one);
    await two.steer('POST', '/reset', { force: true });
    const revoked = await make(one);
    await one.steer('DELETE', `/accounts/a1/keys/${revoked.key_id}`);
    for (let count = 0; count < 4; count++) expect((await make(two)).api_key).not.toBe(revoked.api_key);
    expect((await two.get('/balance', revoked.api_key)).status).toBe(401);
  });

  test('accounts and keys that are made at the same time are different ones', async () => {
    const mocks = await three();
    const made = await inTurn(mocks, 9, (mock) => mock.steer('POST', '/accounts', { balance_usd: 1 }));
    const ids = made.map(({ body }) => (body as unknown as { account_id: string }).account_id);
    expect(new Set(ids).size).toBe(9);
    const keys = await inTurn(mocks, 9, (mock) => mock.steer('POST', '/accounts/a1/keys'));
    expect(new Set(keys.map(({ body }) => (body as unknown as { api_key: string }).api_key)).size).toBe(9);
  });

  test('while the database is away calls get 500 and move no money; when it is back, all goes on', async () => {
    const [one, two, third] = await three();
    const files = await one.files();
    await cluster.stop();
    for (const mock of [one, two]) {
      const answer = await mock.post('/face-swap', validBodies(files)['face-swap'], {
        headers: { 'idempotency-key': 'k' },
      });
      expect([answer.status, answer.code]).toEqual([500, 'internal_error']);
    }
    await cluster.start();
    await expect.poll(async () => (await one.get('/balance')).status, { timeout: 10_000 }).toBe(200);
    const job = await two.post('/face-swap', validBodies(files)['face-swap'], { headers: { 'idempotency-key': 'k' } });
    expect(job.status).toBe(202);
    await one.clock.advance({ seconds: 30 });
    expect((await one.get('/usage')).body).toHaveLength(1);
    for (const { failures } of [one, two, third]) {
      expect(failures.map(String).filter((told) => !told.includes('cannot be reached'))).toEqual([]);
      failures.splice(0);
    }
  });
});
