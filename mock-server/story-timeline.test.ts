/** What happens by itself in a story: at its moment of the clock, or after what a client, a job, a webhook or a socket did, and before the client can know. */
import { afterEach, expect, test } from 'vitest';
import { storyOf } from '../scenarios/load.ts';
import type { Scenario } from '../scenarios/schema.ts';
import { type TestMock, openMock } from './http/client.case.ts';
import type { MockOptions } from './options.ts';
import { storyFrom } from './story.ts';
import { constructEvent } from './webhooks/construct-event.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

type Entries = NonNullable<Scenario['timeline']>;

const play = async (timeline: Entries, story: Partial<Scenario> = {}, options: MockOptions = {}): Promise<TestMock> => {
  const scenario = storyFrom(storyOf({ title: 'T', about: 'A client waits.', timeline, ...story }));
  const mock = await openMock({ scenario, balance: 1, ...options });
  open.push(mock);
  return mock;
};

const submitter = async (mock: TestMock, key = mock.apiKey) => {
  const image = await mock.upload('portrait.png', undefined, key);
  return (more: object = {}) => mock.post('/face-swap-image', { image_key: image, face_key: image, ...more }, { key });
};

const balance = async (mock: TestMock, key?: string): Promise<number> =>
  (await mock.get('/balance', key)).body.balance_usd;
const statusOf = async (mock: TestMock): Promise<number> => (await mock.get('/balance')).status;

test('an entry happens at its moment of the clock, and not before', async () => {
  const mock = await play([{ at: '90s', top_up: 5 }]);
  expect(mock.control.clock().next_due).toBe('2026-01-01T00:01:30.000Z');
  await mock.clock.advance({ seconds: 89 });
  expect(await balance(mock)).toBe(1);
  await mock.clock.advance({ seconds: 1 });
  expect(await balance(mock)).toBe(6);
  await mock.clock.advance({ seconds: 1_000 });
  expect(await balance(mock)).toBe(6);
});

test('entries that a long move of the clock passes happen each at its own instant, in order with all else', async () => {
  const mock = await play([
    { at: '2h', rates: { face_swap_image: 0.5 } },
    { at: '1h', top_up: 5 },
  ]);
  await (
    await submitter(mock)
  )();
  await mock.clock.advance({ seconds: 86_400 });
  const explained = await mock.control.explain((await mock.control.jobs({ limit: 1 }))[0]?.id ?? '');
  // What was ordered before has its old price.
  expect(explained).toMatchObject({
    price: '0.03 USD: one image at 0.03 USD an image, the list price of face_swap_image',
  });
  await (
    await submitter(mock)
  )();
  expect((await mock.control.jobs({ limit: 1 }))[0]?.price_usd).toBe(0.5);
});

test('a key is revoked before the answer goes out that it comes after, and the next one is good from the beginning', async () => {
  const mock = await play([{ after: { endpoint: 'submit', status: '2xx', nth: 2 }, revoke_key: 'main' }]);
  const { next_api_key: next = '' } = mock.accounts['main'] ?? {};
  expect((await mock.get('/balance', next)).status).toBe(200);
  const submit = await submitter(mock);
  await submit();
  expect(await statusOf(mock)).toBe(200);
  expect((await submit()).status).toBe(202);
  expect(await statusOf(mock)).toBe(401);
  expect((await mock.get('/balance', next)).status).toBe(200);
});

test('over a connection, too, nobody has the answer before the key is gone', async () => {
  const mock = await play([{ after: { endpoint: 'balance' }, revoke_key: 'main' }], {}, { port: 0 });
  const ask = () => fetch(`${mock.url}/balance`, { headers: { authorization: `Bearer ${mock.apiKey}` } });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 401]);
});

test('a secret is rotated between two attempts to the one that was told before', async () => {
  const mock = await play([{ after: { attempt: '5xx' }, rotate_secret: 'main' }], {}, { settleMs: 10_000 });
  const receiver = await openReceiver(500, 200);
  open.push(receiver);
  await (
    await submitter(mock)
  )({ callback_url: receiver.url });
  await mock.clock.advance({ seconds: 600 });
  const secrets = [mock.webhookSecret, mock.accounts['main']?.next_webhook_secret ?? ''];
  const signedBy = receiver.received.map(({ raw, headers }) =>
    secrets.findIndex((secret) => {
      try {
        return constructEvent(raw, headers['service-signature'], secret);
      } catch {
        return false;
      }
    }),
  );
  expect(signedBy).toEqual([0, 1]);
});

test('what is available changes, so long after what it comes after', async () => {
  const mock = await play(
    [
      { after: { code: 'at_capacity' }, later: '10s', capacity: { saturated: false } },
      { after: { job: 'succeeded' }, capacity: { tiers: { pro: false } } },
    ],
    { given: { capacity: { saturated: true } } },
  );
  const submit = await submitter(mock);
  await mock.clock.advance({ seconds: 60 });
  expect((await submit()).code).toBe('at_capacity');
  await mock.clock.advance({ seconds: 9 });
  expect((await submit()).code).toBe('at_capacity');
  await mock.clock.advance({ seconds: 1 });
  expect((await submit()).status).toBe(202);
  expect(mock.control.capacity().tiers.pro).toBe(true);
  await mock.clock.advance({ seconds: 60 });
  expect(mock.control.capacity().tiers.pro).toBe(false);
});

test('faults begin and end at their moment, and their occasions are counted from there', async () => {
  const mock = await play([
    {
      at: '1m',
      fault: { when: { operation: 'listVoices', nth: 2 }, then: { fault: 'request-error', code: 'at_capacity' } },
    },
    { after: { endpoint: 'balance' }, fault: { when: {}, then: { fault: 'request-error', code: 'internal_error' } } },
    { after: { endpoint: 'balance' }, later: '30s', clear_faults: true },
  ]);
  const voices = async () => (await mock.get('/voices')).code ?? 'fine';
  expect([await voices(), await voices()]).toEqual(['fine', 'fine']);
  await mock.clock.advance({ seconds: 60 });
  expect([await voices(), await voices()]).toEqual(['fine', 'at_capacity']);
  expect((await mock.get('/balance')).status).toBe(200);
  expect([await voices(), await voices()]).toEqual(['internal_error', 'internal_error']);
  await mock.clock.advance({ seconds: 30 });
  expect([await voices(), await voices()]).toEqual(['fine', 'fine']);
  expect(mock.failures).toEqual([]);
});

test('a fault with an account meets that one alone', async () => {
  const refused = { when: {}, then: { fault: 'request-error', code: 'internal_error' } } as const;
  const mock = await play([{ at: 0, fault: refused, by: 'other' }], { given: { accounts: { other: {} } } });
  await mock.clock.advance({ seconds: 1 });
  const codes = [mock.apiKey, mock.accounts['other']?.api_key].map(
    async (key) => (await mock.get('/voices', key)).code,
  );
  expect(await Promise.all(codes)).toEqual([undefined, 'internal_error']);
});

test('a rule of the timeline that can never hit is refused, with its place', () => {
  const never = { when: { from: '2026-01-01T00:00:00Z' }, then: { fault: 'job-slow' } } as const;
  const read = () => storyFrom(storyOf({ title: 'T', about: 'A.', timeline: [{ at: '1m', fault: never }] }));
  expect(read).toThrow(/timeline\/0\/fault.*needs start in given/);
});

test('each account is counted by itself, and has its own keys, secrets and money', async () => {
  const mock = await play(
    [
      { after: { endpoint: 'balance', nth: 2 }, top_up: 5, by: 'other' },
      { after: { endpoint: 'balance', by: 'main' }, revoke_key: 'other' },
    ],
    { given: { accounts: { other: { balance: 2 } } } },
  );
  const { api_key: key = '', next_api_key: next = '', next_webhook_secret: secret } = mock.accounts['other'] ?? {};
  expect([mock.accounts['main']?.next_api_key, secret]).toEqual([undefined, undefined]);
  expect(await balance(mock, key)).toBe(2);
  expect(await balance(mock)).toBe(1);
  expect((await mock.get('/balance', key)).status).toBe(401);
  expect([await balance(mock, next), await balance(mock, next)]).toEqual([2, 7]);
});

test('a reset plays it from the beginning, and nothing of the world before happens any more', async () => {
  const mock = await play([
    { at: '1m', top_up: 5 },
    { after: { endpoint: 'voices' }, later: '30s', top_up: 10 },
  ]);
  await mock.get('/voices');
  await mock.clock.advance({ seconds: 20 });
  await mock.control.reset();
  await mock.clock.advance({ seconds: 59 });
  expect(await balance(mock)).toBe(1);
  await mock.clock.advance({ seconds: 1 });
  expect(await balance(mock)).toBe(6);
  await mock.get('/voices');
  await mock.clock.advance({ seconds: 30 });
  expect(await balance(mock)).toBe(16);
});

test('another story that begins takes nothing of it over', async () => {
  const mock = await play([
    { at: '1m', top_up: 5 },
    { after: { endpoint: 'voices' }, top_up: 10 },
  ]);
  const { body } = await mock.steer('POST', '/scenarios', {
    story: { title: 'Next', about: 'A.', timeline: [{ at: '2m', revoke_key: 'main' }] },
  });
  const { next_api_key: next = '' } = (body as unknown as { accounts: { main: { next_api_key?: string } } }).accounts
    .main;
  await mock.get('/voices');
  await mock.clock.advance({ seconds: 60 });
  expect(await balance(mock)).toBe(1);
  await mock.clock.advance({ seconds: 60 });
  expect([await statusOf(mock), (await mock.get('/balance', next)).status]).toEqual([401, 200]);
});

test('a key that somebody revoked by hand before is no failure', async () => {
  const mock = await play([{ at: '1m', revoke_key: 'main' }]);
  await mock.control.revokeKey('a1', mock.accounts['main']?.key_id ?? '');
  await mock.clock.advance({ seconds: 60 });
  expect(mock.failures).toEqual([]);
});

test('on a clock that runs, it happens without anybody who moves it', async () => {
  const mock = await play([{ at: '1h', top_up: 5 }], {}, { clock: '36000x', start: '2026-01-01T00:00:00Z' });
  while ((await balance(mock)) === 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await balance(mock)).toBe(6);
  expect(mock.clock.now().toISOString() >= '2026-01-01T01:00:00.000Z').toBe(true);
});
