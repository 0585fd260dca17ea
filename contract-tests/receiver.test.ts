/** The judge's receiver: scripted addresses, and everything that comes to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, openReceiver } from './receiver.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const post = (url: string, body = '{}'): Promise<Response> => fetch(url, { method: 'POST', body, redirect: 'manual' });

test('an address answers attempt by attempt, and the last answer serves all that follow', async () => {
  const box = receiver.address([500, { status: 302, headers: { location: '/elsewhere' } }, 204]);
  const statuses = [];
  for (let attempt = 0; attempt < 4; attempt++) statuses.push((await post(box.url, `[${attempt}]`)).status);
  expect(statuses).toEqual([500, 302, 204, 204]);
  expect(box.deliveries.map(({ json }) => json)).toEqual([[0], [1], [2], [3]]);
});

test('what comes with a query, a slash or another path around the name is kept as it came', async () => {
  const box = receiver.address();
  await post(`${box.url}?for=a%2Fb`);
  await post(`${box.url}/`);
  await post(`${box.url}/webhook`);
  const { pathname } = new URL(box.url);
  expect(box.deliveries.map(({ path }) => path)).toEqual([
    `${pathname}?for=a%2Fb`,
    `${pathname}/`,
    `${pathname}/webhook`,
  ]);
});

test('what comes to no address is kept apart, and so is what was meant for another run', async () => {
  const other = await openReceiver();
  const meant = new URL(other.address().url).pathname;
  const box = receiver.address();
  const origin = new URL(box.url).origin;
  expect((await post(`${origin}/`)).status).toBe(404);
  await post(origin + meant);
  expect(receiver.strays.map(({ path }) => path)).toEqual(['/', meant]);
  expect(box.deliveries).toEqual([]);
  await other.close();
});

test('a delivery that was kept silent can be answered after all, and not after its sender has gone', async () => {
  const box = receiver.address(['silence', 'silence']);
  const first = post(box.url);
  await expect.poll(() => box.deliveries.length).toBe(1);
  expect(await box.deliveries[0]?.answer(202)).toBe(true);
  expect((await first).status).toBe(202);

  const leaving = new AbortController();
  const second = fetch(box.url, { method: 'POST', signal: leaving.signal }).catch(() => 'gone');
  await expect.poll(() => box.deliveries.length).toBe(2);
  leaving.abort();
  expect(await second).toBe('gone');
  await expect.poll(() => box.deliveries[1]?.gaveUpAt).toBeDefined();
  expect(await box.deliveries[1]?.answer(200)).toBe(false);
});

test('a connection can be cut', async () => {
  const box = receiver.address(['reset', 200]);
  await expect(post(box.url)).rejects.toThrow();
  await sleep(1);
  expect((await post(box.url)).status).toBe(200);
});
