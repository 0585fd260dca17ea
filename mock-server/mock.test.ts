/** The mock in process: with a port and without, what it leaves behind when it is closed, and that it repeats itself. */
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMock, type TestMock, validBodies } from './http/client.case.ts';
import { exchange, request } from './http/wire.case.ts';
import { createMock } from './index.ts';

test('without a port it is reached by fetch alone', async () => {
  const mock = await createMock({ port: false });
  expect(mock.url).toBe('http://understudy.localhost/api/v1');
  expect((await mock.fetch(`${mock.url}/pricing`)).status).toBe(200);
  expect((await mock.fetch(new URL(`${mock.url}/pricing`))).status).toBe(200);
  expect((await mock.fetch(new Request(`${mock.url}/pricing`))).status).toBe(200);
  await mock.close();
});

test('with a port it is reached over the network too, under its own addresses', async () => {
  const mock = await createMock();
  expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const body = (await (await fetch(`${mock.url}/voices`, { headers })).json()) as { preview_url: string }[];
  expect((await fetch(body[0]?.preview_url ?? '')).status).toBe(200);
  expect((await (await fetch(`${mock.controlUrl}/health`)).json()) as object).toMatchObject({ status: 'ok' });
  await mock.close();
});

test('the addresses that it gives out begin with the public one, if it has one', async () => {
  const mock = await openMock({ port: 0, publicUrl: 'https://mock.example' });
  expect(mock.url).toBe('https://mock.example/api/v1');
  expect((await mock.post('/voice/session', {})).body.stream_url).toMatch(/^wss:\/\/mock\.example\/streams\//);
  await mock.close();
});

test('what it is told holds: key, secret, balance, start and speed', async () => {
  const told = {
    apiKey: 'my-own-key',
    webhookSecret: 'whsec_mine',
    balance: 12.5,
    start: '2030-05-06T07:08:09Z',
    clock: '60x',
  };
  const mock = await openMock({ ...told, clock: '60x' });
  expect([mock.apiKey, mock.webhookSecret]).toEqual([told.apiKey, told.webhookSecret]);
  expect((await mock.get('/balance')).body.balance_usd).toBe(12.5);
  expect(mock.control.clock()).toMatchObject({ mode: '60x', now: expect.stringMatching(/^2030-05-06T07:/) as string });
  await mock.close();
});

test('a start that is no instant is said at once', async () => {
  await expect(createMock({ port: false, start: 'yesterday' })).rejects.toThrow('start');
});

test('a port that is taken is said at once, and nothing stays behind (F67)', async () => {
  const mock = await createMock();
  const before = await foldersOfMocks();
  await expect(createMock({ port: Number(new URL(mock.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(await foldersOfMocks()).toEqual(before);
  await mock.close();
});

/** A place of our own for temporary files, so that mocks of other tests are not counted. */
let place: string;
const { TMPDIR } = process.env;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'mock-test-'));
  process.env['TMPDIR'] = place;
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  await rm(place, { recursive: true });
});

const foldersOfMocks = async (): Promise<string[]> => (await readdir(place)).toSorted();

/** Open files of mocks, where the system tells. */
const openFiles = async (): Promise<string[]> => {
  const open = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(`${place}/`));
};

/** Timers, listening ports and connections of this thread. */
const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^(?:Timeout|TCPServerWrap|TCPSocketWrap)$/.test(name)).length;

test('closed, it has freed its port, its timers, its connections, its files and its folder', async () => {
  const work = async (): Promise<number> => {
    const mock = await openMock({ port: 0, clock: 'real', jobTime: 600 });
    const files = await mock.files();
    for (const [endpoint, body] of Object.entries(validBodies(files))) await mock.post(`/${endpoint}`, body);
    await exchange(Number(new URL(mock.url).port), request('GET /api/v1/pricing', ['Host: localhost']), { waitMs: 30 });
    expect(await foldersOfMocks()).toHaveLength(1);
    await mock.close();
    return Number(new URL(mock.url).port);
  };
  // The first one starts what is shared, such as the process that reads media.
  await work();
  const before = handles();
  const ports = [await work(), await work(), await work()];
  for (const port of ports) await expect(reach(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await foldersOfMocks()).toEqual([]);
  expect(await openFiles()).toEqual([]);
  await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(before), { timeout: 2_000 });
});

const reach = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });

test('it can be closed twice, and a call that is running when it closes is answered', async () => {
  const mock = await openMock({ port: 0 });
  const running = fetch(`${mock.url}/pricing`);
  const [response] = await Promise.all([running, running.then(() => mock.close())]);
  expect(response.status).toBe(200);
  await mock.close();
});

/** What a caller sees of a mock that does some of everything, with its origin left out. */
const story = async (mock: TestMock): Promise<string[]> => {
  const seen: string[] = [];
  const see = ({ status, text }: { status: number; text: string }): void => {
    seen.push(`${status} ${text.replaceAll(mock.url.replace('/api/v1', ''), '').replaceAll(/ws:\/\/[\w.:]+/g, '')}`);
  };
  const files = await mock.files();
  const other = await mock.control.createAccount({ balance_usd: 3 });
  seen.push(JSON.stringify(other));
  const ids: string[] = [];
  for (const [endpoint, body] of Object.entries(validBodies(files))) {
    const answer = await mock.post(`/${endpoint}`, body);
    ids.push(answer.body.id);
    see(answer);
  }
  see(await mock.post('/full-live-swap/session', { duration_minutes: 3 }));
  see(await mock.post('/voice/session', { duration_minutes: 999 }));
  for (const seconds of [0.2, 1, 60]) {
    await mock.clock.advance({ seconds });
    for (const id of ids) see(await mock.get(`/jobs/${id}`));
    seen.push(await mock.money());
  }
  return seen;
};

test('the same seed and the same requests give the same bytes, with a port and without; another seed gives others', async () => {
  const [one, two, ported, other] = await Promise.all([
    openMock({ seed: 7 }),
    openMock({ seed: 7 }),
    openMock({ seed: 7, port: 0 }),
    openMock({ seed: 8 }),
  ]);
  const told = await story(one);
  expect(await story(two)).toEqual(told);
  expect(await story(ported)).toEqual(told);
  expect(await story(other)).not.toEqual(told);
  // And so does the same mock after a reset.
  await one.control.reset();
  expect(await story(one)).toEqual(told);
  await Promise.all([one, two, ported, other].map((mock) => mock.close()));
});
