/** The clock over the control API: its modes, its moves, and that it never goes back. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';
import type { ClockState } from './clock.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock({ jobTime: 2 });
});
afterEach(() => mock.close());

const read = async (): Promise<ClockState> => JSON.parse((await mock.steer('GET', '/clock')).text) as ClockState;
const advance = (body: object) => mock.steer('POST', '/clock/advance', body);
const start = '2026-01-01T00:00:00.000Z';

test('a manual clock stands still at the beginning of 2026 (F18)', async () => {
  expect(await read()).toEqual({ mode: 'manual', now: start, next_due: null });
  expect(mock.clock.now().toISOString()).toBe(start);
});

test('it is moved by seconds, to an instant, and to what happens next', async () => {
  const body = async (to: object): Promise<ClockState> => JSON.parse((await advance(to)).text) as ClockState;
  expect(await body({ seconds: 1.5 })).toMatchObject({ now: '2026-01-01T00:00:01.500Z' });
  expect(await body({ to: '2026-01-01T00:01:00Z' })).toMatchObject({ now: '2026-01-01T00:01:00.000Z' });
  expect(await body({ seconds: 0 })).toMatchObject({ now: '2026-01-01T00:01:00.000Z' });
  const image = await mock.upload('portrait.png');
  const { id } = (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body;
  const status = async (): Promise<string> => (await mock.get(`/jobs/${id}`)).body.status;
  const due = (await read()).next_due;
  expect(await body({ to_next: true })).toMatchObject({ now: due });
  expect(await status()).toBe('processing');
  const end = (await read()).next_due;
  await advance({ to: new Date(Date.parse(end ?? '') - 1).toISOString() });
  expect(await status()).toBe('processing');
  await advance({ to_next: true });
  expect(await status()).toBe('succeeded');
  // With nothing to come, there is nowhere to go.
  expect(await body({ to_next: true })).toEqual({ mode: 'manual', now: end, next_due: null });
});

test.each([
  [{ to: '2025-12-31T23:59:59.999Z' }],
  [{ to: '1970-01-01' }],
  [{ to: 'tomorrow' }],
  [{ to: 'January 1, 2027' }],
  [{ to: '2027' }],
  [{ to: '2027-13-01' }],
  [{ to: '2027-01-01T25:00Z' }],
  [{ to: '' }],
  [{ to: '+275760-09-13T00:00:00.000Z' }],
  [{ to: '9999-01-01' }],
  [{ seconds: 7_973 * 365.25 * 86_400 }],
  [{ to: 5 }],
  [{ seconds: -1 }],
  [{ seconds: '5' }],
  [{ seconds: 1e300 }],
  [{ seconds: null }],
  [{ to_next: false }],
  [{ to_next: true, seconds: 1 }],
  [{}],
  [{ minutes: 1 }],
])('it cannot be moved by %j (F18)', async (body) => {
  expect(await advance(body)).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await read()).toEqual({ mode: 'manual', now: start, next_due: null });
});

test('it can be moved to the end of 9998, and no further; the service answers there as ever', async () => {
  const last = '9998-12-31T23:59:59.999Z';
  expect((await advance({ to: last })).body).toMatchObject({ now: last });
  const refused = await advance({ seconds: 0.001 });
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    `the clock goes no further than the year 9998: it is ${last}`,
  ]);
  for (const path of ['/usage', '/usage/summary', '/balance']) expect((await mock.get(path)).status).toBe(200);
});

test('in process a move that is refused throws', async () => {
  await expect(mock.clock.advance({ to: '2025-01-01' })).rejects.toThrow('never goes back');
  await expect(mock.clock.advance({ seconds: Number.NaN })).rejects.toThrow();
});

test.each([
  ['real', 200],
  ['manual', 200],
  ['60x', 200],
  ['0.5x', 200],
  ['0x', 400],
  ['-1x', 400],
  ['x', 400],
  ['fast', 400],
  ['1e9x', 400],
  ['', 400],
])('its mode can be set to "%s": %i', async (mode, status) => {
  const answer = await mock.steer('PUT', '/clock', { mode });
  expect(answer.status).toBe(status);
  expect((await read()).mode).toBe(status === 200 ? mode : 'manual');
  expect(Date.parse((await read()).now)).toBeGreaterThanOrEqual(Date.parse(start));
});

test.each([[{}], [{ mode: 1 }], [{ mode: 'real', speed: 2 }]])('its mode cannot be set by %j', async (body) => {
  expect((await mock.steer('PUT', '/clock', body)).code).toBe('invalid_input');
});

test('a fast clock runs what is due by itself, and can be moved too', async () => {
  const image = await mock.upload('portrait.png');
  const { id } = (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body;
  await mock.steer('PUT', '/clock', { mode: '100x' });
  await expect.poll(async () => (await mock.get(`/jobs/${id}`)).body.status, { interval: 5 }).toBe('succeeded');
  const before = Date.parse((await read()).now);
  await advance({ seconds: 3_600 });
  await mock.steer('PUT', '/clock', { mode: 'manual' });
  const { now } = await read();
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before + 3_600_000);
  expect((await read()).now).toBe(now);
});

test.each([
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05.678', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
])('an instant without an offset is in UTC: %s', async (to, now) => {
  expect((await advance({ to })).body).toMatchObject({ now });
});

test.each([0.001, 1.001, 1.005, 2.675, 59.999, 4_294_967.297])(
  '%d seconds are so many milliseconds',
  async (seconds) => {
    await advance({ seconds });
    expect(mock.clock.now().getTime() - Date.parse(start)).toBe(Number((seconds * 1000).toFixed(0)));
  },
);

test('two moves at once are made one after the other (F18)', async () => {
  const image = await mock.upload('portrait.png');
  for (let sent = 0; sent < 20; sent++) await mock.post('/face-swap-image', { image_key: image, face_key: image });
  await Promise.all([advance({ seconds: 30 }), advance({ seconds: 30 }), advance({ to_next: true })]);
  expect(Date.parse((await read()).now)).toBeGreaterThanOrEqual(Date.parse(start) + 30_000);
  expect((await mock.get('/usage/summary')).body.count).toBe(20);
});
