/** Rules about attempts of deliveries and connections of sockets count on where they were: after a restart, in a snapshot, and in another process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultRuleBody } from '../spec/schemas/faults.ts';
import { isRefused } from './domain/refusal.ts';
import { type TestMock, openMock } from './http/client.case.ts';
import type { MockOptions } from './options.ts';
import { openStream } from './sockets/client.case.ts';
import { overPostgres } from './store/postgres/over-postgres.case.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

let folder = '';
const open: { close: () => Promise<unknown> }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fault-counts-'));
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** Every second attempt of a webhook is dropped. */
const everySecond: FaultRuleBody = {
  id: 'second',
  when: { on: 'delivery', every: 2 },
  then: { fault: 'webhook-drop' },
};
const anotherOne: FaultRuleBody = { id: 'other', when: { account_id: 'a99' }, then: { fault: 'request-error' } };

/** Submits a job with a webhook, lets it end, and tells how its attempts have ended. */
const attemptsOf = async (mock: TestMock, url: string): Promise<(number | string | null)[]> => {
  const key = await mock.upload('portrait.png');
  const { id } = (await mock.post('/face-swap-image', { image_key: key, face_key: key, callback_url: url })).body;
  await mock.clock.advance({ seconds: 100 });
  const deliveries = await mock.control.deliveries({ limit: 100 });
  const { attempts = [] } = deliveries.find(({ job_id }) => job_id === id) ?? {};
  return attempts.map(({ status, failure }) => status ?? failure);
};

test('after a restart the attempts of deliveries are counted on, also when other rules came meanwhile', async () => {
  const receiver = await openReceiver(200);
  open.push(receiver);
  const data = join(folder, 'deliveries');
  const before = await openMock({ data, jobTime: 1, settleMs: 10_000 });
  await before.control.addFault(everySecond);
  expect(await attemptsOf(before, receiver.url)).toEqual([200]);
  await before.control.addFault(anotherOne);
  await before.close();
  const after = await openMock({ data, jobTime: 1, settleMs: 10_000 });
  open.push(after);
  // The second of all, and the third, which is its retry.
  expect(await attemptsOf(after, receiver.url)).toEqual(['dropped', 200]);
  await after.control.addFault(everySecond);
  expect(await attemptsOf(after, receiver.url), 'a rule that was put in its place counts anew').toEqual([200]);
});

/** The first connection of a session is closed by a fault. */
const firstConnection: FaultRuleBody = {
  when: { on: 'connect', times: 1 },
  then: { fault: 'socket-close', code: 1012, after_messages: 1 },
};

/** Streams a little, and tells with which code that has ended. */
const codeOf = async (mock: TestMock): Promise<number> => {
  const { stream_url: address, session_token: token } = (await mock.post('/voice/session', {})).body;
  const stream = await openStream(`${address}?session_token=${token}`);
  await Promise.race([stream.closed, stream.received(1)]);
  stream.send(Buffer.alloc(960));
  await Promise.race([stream.closed, stream.received(2)]);
  stream.ws.close(1000);
  return (await stream.closed).code;
};

test('after a restart the connections of sockets are counted on', async () => {
  const data = join(folder, 'connections');
  const before = await openMock({ port: 0, data });
  expect(isRefused(await before.control.addFault(firstConnection))).toBe(false);
  expect(await codeOf(before)).toBe(1012);
  await before.close();
  const after = await openMock({ port: 0, data });
  open.push(after);
  expect(await codeOf(after)).toBe(1000);
});

/** A world in which a rule about attempts and one about connections have met one each. */
const metOnce = async (options: MockOptions = {}) => {
  const mock = await openMock({ port: 0, jobTime: 1, settleMs: 10_000, ...options });
  const receiver = await openReceiver(200);
  open.push(receiver, mock);
  await mock.control.addFault(everySecond);
  await mock.control.addFault(firstConnection);
  expect([await attemptsOf(mock, receiver.url), await codeOf(mock)]).toEqual([[200], 1012]);
  return { mock, receiver };
};

test('after a restart over the control API both are counted on, and nothing twice', async () => {
  const { mock, receiver } = await metOnce();
  await mock.control.restart();
  expect([await attemptsOf(mock, receiver.url), await codeOf(mock)]).toEqual([['dropped', 200], 1000]);
});

test('in a world from a snapshot both are counted on, whatever was played before', async () => {
  const { mock, receiver } = await metOnce();
  const headers = { 'x-understudy-token': mock.controlToken, 'content-type': 'application/x-ndjson' };
  const body = await (await mock.fetch(`${mock.controlUrl}/snapshot`, { headers })).text();
  for (let time = 0; time < 2; time++) {
    const { status } = await mock.fetch(`${mock.controlUrl}/snapshot`, { method: 'PUT', headers, body });
    expect(status).toBe(200);
    expect([await attemptsOf(mock, receiver.url), await codeOf(mock)]).toEqual([['dropped', 200], 1000]);
  }
});

overPostgres(({ place, opened }) => {
  test('attempts are counted over all processes, whichever sends them', async () => {
    const receiver = opened(await openReceiver(200));
    const shared = { ...(await place()), jobTime: 1 } as const;
    const [one, other] = [opened(await openMock(shared)), opened(await openMock(shared))];
    await one.control.addFault(everySecond);
    expect(await attemptsOf(one, receiver.url)).toEqual([200]);
    expect(await attemptsOf(other, receiver.url)).toEqual(['dropped', 200]);
    expect(await attemptsOf(one, receiver.url)).toEqual(['dropped', 200]);
    expect(receiver.received).toHaveLength(3);
  });

  test('a process that joins the world that another has loaded counts on too', async () => {
    const shared = await place();
    const { mock, receiver } = await metOnce(shared);
    const other = opened(await openMock({ ...shared, port: 0, jobTime: 1 }));
    const headers = { 'x-understudy-token': mock.controlToken, 'content-type': 'application/x-ndjson' };
    const body = await (await mock.fetch(`${mock.controlUrl}/snapshot`, { headers })).text();
    await mock.fetch(`${mock.controlUrl}/snapshot?force=true`, { method: 'PUT', headers, body });
    expect([await attemptsOf(other, receiver.url), await codeOf(other)]).toEqual([['dropped', 200], 1000]);
  });
});
