/** The request rate: 60 in any minute of the mock's clock, for each key, and to the millisecond. */
import { afterEach, expect, test } from 'vitest';
import { defaults } from '../options.ts';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
afterEach(() => mock.close());

/** With the default of the mock where nothing is told. */
const open = async (rateLimit?: number | 'off'): Promise<void> => {
  mock = await openMock({ rateLimit: rateLimit ?? defaults.rateLimit });
};

/** Codes of so many requests, one after the other: undefined for one that is let through. */
const burst = async (count: number, key?: string): Promise<(string | undefined)[]> => {
  const codes: (string | undefined)[] = [];
  for (let sent = 0; sent < count; sent++) codes.push((await mock.get('/voices', key)).code);
  return codes;
};

const admitted = async (count: number, key?: string): Promise<number> =>
  (await burst(count, key)).filter((code) => code === undefined).length;

test('60 requests are let through, the 61st is rate_limited, and 60 s after the first there is room for one (F44)', async () => {
  await open();
  expect(await admitted(1)).toBe(1);
  await mock.clock.advance({ seconds: 10 });
  expect(await admitted(59)).toBe(59);
  expect(await mock.get('/voices')).toMatchObject({ status: 429, code: 'rate_limited' });
  await mock.clock.advance({ seconds: 49.999 });
  expect(await burst(1)).toEqual(['rate_limited']);
  await mock.clock.advance({ seconds: 0.001 });
  expect(await burst(2)).toEqual([undefined, 'rate_limited']);
  await mock.clock.advance({ seconds: 9.999 });
  expect(await admitted(1)).toBe(0);
  await mock.clock.advance({ seconds: 0.001 });
  expect(await admitted(100)).toBe(59);
});

test('60 evenly spread requests a minute go on for ever', async () => {
  await open();
  for (let second = 0; second < 300; second++) {
    expect(await burst(1)).toEqual([undefined]);
    await mock.clock.advance({ seconds: 1 });
  }
});

test('two keys of one account have a minute each, and a revoked one has none', async () => {
  await open(3);
  const { api_key: second } = (await mock.steer('POST', '/accounts/a1/keys')).body as unknown as { api_key: string };
  expect([await admitted(5), await admitted(5, second)]).toEqual([3, 3]);
  expect(await burst(1, 'test_a1_nobody')).toEqual(['unauthorized']);
});

test('an account can have a rate of its own, also none', async () => {
  await open(2);
  const account = (rate_limit: number | 'off') => mock.control.createAccount({ balance_usd: 1, rate_limit });
  expect(await admitted(10, (await account(5)).api_key)).toBe(5);
  expect(await admitted(200, (await account('off')).api_key)).toBe(200);
  expect(await admitted(10)).toBe(2);
});

test('off means off', async () => {
  await open('off');
  expect(await admitted(500)).toBe(500);
});

test('requests without a valid key count for nobody, and the prices are open to all', async () => {
  await open(1);
  for (const key of [null, 'test_a1_wrong']) {
    expect((await mock.call('GET', '/voices', undefined, { key })).code).toBe('unauthorized');
  }
  for (let times = 0; times < 5; times++) expect((await mock.get('/pricing')).status).toBe(200);
  expect(await admitted(2)).toBe(1);
});

test('every request counts, also one that is refused; one over the rate does nothing and does not count', async () => {
  await open(3);
  expect((await mock.get('/jobs/none')).code).toBe('not_found');
  expect((await mock.post('/avatar', {})).code).toBe('invalid_input');
  expect((await mock.get('/balance')).code).toBeUndefined();
  const session = await mock.post('/voice/session', {});
  expect(session).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await admitted(50)).toBe(0);
  await mock.clock.advance({ seconds: 60 });
  expect(await admitted(4)).toBe(3);
});
