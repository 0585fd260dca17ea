/** `test` of the vitest entry, in use. */
import { afterAll, expect, vi } from 'vitest';
import { startService } from '../testing.ts';
import { createTest, test } from '../vitest.ts';
import { call, submitAvatar } from './caller.case.ts';

const seen: { readonly id: string; readonly url: string }[] = [];

test('an account is there, and is this test’s own', async ({ account }) => {
  seen.push(account);
  expect((await call(account, 'balance')).body).toMatchObject({ balance_usd: 100 });
});

test('the next test has another account of the same service, and nothing of the first', async ({ account }) => {
  expect(account.url).toBe(seen[0]?.url);
  expect(account.id).not.toBe(seen[0]?.id);
  expect(await account.journal()).toEqual([]);
});

let left = '';

test('the clock stands still until the test moves it', async ({ account, clock }) => {
  await submitAvatar(account, 'Good morning.');
  expect(await account.jobs()).toMatchObject([{ status: 'queued' }]);
  const before = await clock.now();
  await clock.advance({ seconds: 120 });
  left = (await clock.now()).toISOString();
  expect(Date.parse(left) - before.getTime()).toBe(120_000);
  expect(await account.jobs()).toMatchObject([{ status: 'succeeded' }]);
});

test('after such a test the clock goes on', async ({ service }) => {
  expect(await service.clock.mode()).toBe('real');
  expect((await service.clock.now()).toISOString() >= left).toBe(true);
});

const hours = [1, 2, 3, 4, 5, 6];
const urls = new Set<string>();

for (const hour of hours) {
  test.concurrent(`tests at the same time each have their own clock: ${hour} h`, async ({ clock, account }) => {
    urls.add(account.url);
    const before = await clock.now();
    await clock.advance({ seconds: hour * 3_600 });
    await call(account, 'balance');
    expect((await clock.now()).getTime() - before.getTime()).toBe(hour * 3_600_000);
  });
}

test('for which each had its own mock', () => {
  expect(urls.size).toBe(hours.length);
});

const poor = createTest({ mock: { clock: 'manual', seed: 7 }, account: { balance_usd: 0 }, failOn: 'warn' });

poor('mocks and accounts begin as they were asked for', async ({ account, service }) => {
  expect(await service.clock.mode()).toBe('manual');
  expect((await call(account, 'balance')).body).toMatchObject({ balance_usd: 0 });
});

const careless = createTest({ failOn: 'fail' });

careless.fails('a client that never looks after its job fails its test', async ({ account }) => {
  await submitAvatar(account, 'Good morning.');
});

const patient = createTest({ failOn: 'warn' });

patient('on a clock that stands still no pause is held against a client', async ({ account, clock }) => {
  const { body } = await submitAvatar(account, 'Good morning.');
  // By that clock it polls ten times in a tenth of a second.
  for (let turn = 0; turn < 10; turn++) {
    await call(account, String(body['status_url']));
    await clock.advance({ seconds: 0.01 });
  }
  await account.finishJob(String(body['id']), 'face_not_detected');
  await call(account, String(body['status_url']));
});

const shared = await startService();
afterAll(() => shared.close());
const together = createTest({ connect: shared });

together.concurrent('a mock of another process is used by all', async ({ account, service }) => {
  expect(service.url).toBe(shared.url);
  expect((await call(account, 'balance')).body).toMatchObject({ balance_usd: 100 });
});

together.fails('which is why nobody gets its clock', async ({ clock }) => {
  await clock.now();
});

test('faked timers hold no answer back, and on a clock that stands still no job either', async ({ account, clock }) => {
  vi.useFakeTimers();
  try {
    expect((await submitAvatar(account, 'Good morning.')).status).toBe(202);
    await clock.advance({ seconds: 120 });
    expect(await account.jobs()).toMatchObject([{ status: 'succeeded' }]);
  } finally {
    vi.useRealTimers();
  }
});

test('a mock is started or connected to, not both', () => {
  expect(() => createTest({ mock: {}, connect: shared })).toThrow('give one of them');
});
