/** Clients that go away, lie about lengths, or send several requests at once: what was accepted stays, what was not leaves no trace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestMock, openMock } from './client.case.ts';
import { exchange, request } from './wire.case.ts';

let mock: TestMock;
let port: number;
let headers: string[];
beforeAll(async () => {
  mock = await openMock({ port: 0 });
  port = Number(new URL(mock.url).port);
  headers = ['Host: localhost', `Authorization: Bearer ${mock.apiKey}`, 'Content-Type: application/json'];
});
afterAll(() => mock.close());

const post = (more: string[], body: string): string =>
  request('POST /api/v1/voice/session', [...headers, ...more], body);

test('a client that goes away in the middle of a body has done nothing, and the mock has not failed (F29, F33)', async () => {
  const before = await mock.money();
  const body = JSON.stringify({ duration_minutes: 1 });
  const cuts = [0, 1, 5, body.length - 1];
  const lengths = ['Content-Length: 22', 'Transfer-Encoding: chunked'];
  for (const length of lengths) {
    for (const cut of cuts) {
      const part = length.startsWith('C') ? body.slice(0, cut) : `16\r\n${body.slice(0, cut)}`;
      const { statuses } = await exchange(port, [post([length], ''), part], { waitMs: 30 });
      expect(statuses).toEqual([]);
    }
  }
  await mock.clock.advance({ seconds: 3_600 });
  expect(await mock.money()).toBe(before);
  expect(mock.failures).toEqual([]);
});

test('a client that goes away before its answer still has its job (F29)', async () => {
  const image = await mock.upload('portrait.png');
  const body = JSON.stringify({ image_key: image, face_key: image });
  const lines = [...headers, `Content-Length: ${body.length}`, 'Idempotency-Key: gone'];
  await exchange(port, request('POST /api/v1/face-swap-image', lines, body), { waitMs: 1 });
  const options = { headers: { 'idempotency-key': 'gone' } };
  const { id } = (await mock.post('/face-swap-image', { image_key: image, face_key: image }, options)).body;
  expect((await mock.control.jobs({ limit: 10 })).map((job) => job.id)).toEqual([id]);
  expect(mock.failures).toEqual([]);
});

test('of a body that is longer than it says, the rest is no second request (F33)', async () => {
  const { statuses, text } = await exchange(port, post(['Content-Length: 2'], '{}{"duration_minutes":120}'));
  // The rest may be read before the answer is written.
  expect([[201, 400], [400]]).toContainEqual(statuses);
  expect(text).not.toContain('"max_duration_sec":7200');
});

test('a body over 1 MB is refused from its declaration, and from its chunks when they come to that (B1)', async () => {
  const declared = await exchange(port, post(['Content-Length: 1000001', 'Connection: close'], ''));
  expect(declared.statuses).toEqual([400]);
  expect(declared.text).toContain('"invalid_input"');
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const pieces = [
    post(['Transfer-Encoding: chunked', 'Connection: close'], ''),
    ...Array.from({ length: 20 }, () => chunk),
  ];
  const chunked = await exchange(port, pieces, { waitMs: 1_000, pauseMs: 1 });
  expect(chunked.statuses).toEqual([400]);
  expect(chunked.text).toContain('"invalid_input"');
  expect(mock.failures).toEqual([]);
});

test('a body in many small chunks, with extensions and a trailer, is one body', async () => {
  const text = '{"duration_minutes":3}';
  const chunks = Array.from(text, (letter) => `1;name="value"\r\n${letter}\r\n`).join('');
  const sent = post(['Transfer-Encoding: chunked', 'Connection: close'], `${chunks}0\r\nX-Trailer: 1\r\n\r\n`);
  const { statuses, text: answer } = await exchange(port, [sent.slice(0, 150), sent.slice(150, 300), sent.slice(300)]);
  expect(statuses).toEqual([201]);
  expect(answer).toContain('"max_duration_sec":180');
});

test('requests that are sent without waiting are answered in their order', async () => {
  const paths = ['voices', 'nothing', 'balance', 'jobs/none', 'pricing'];
  const { statuses } = await exchange(port, paths.map((path) => request(`GET /api/v1/${path}`, headers)).join(''));
  expect(statuses).toEqual([200, 404, 200, 404, 200]);
});

test('a request in single bytes is a request', async () => {
  const bytes = Array.from(request('GET /api/v1/voices', [...headers, 'Connection: close']));
  expect((await exchange(port, bytes, { pauseMs: 0, waitMs: 2_000 })).statuses).toEqual([200]);
});

test('500 connections of noise leave the mock as it was (B10)', async () => {
  const before = await mock.money();
  const noise = (seed: number): Buffer =>
    Buffer.from(Array.from({ length: 64 }, (_, i) => (seed * 31 + i * i * 7) % 256));
  for (let round = 0; round < 500; round += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => exchange(port, noise(round + i), { waitMs: 20 })));
  }
  expect(await mock.money()).toBe(before);
  expect(mock.failures).toEqual([]);
});
