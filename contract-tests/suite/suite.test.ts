/** What a test suite has of a mock: the same in its own process and in another, and never what another test has. */
import { AssertionError } from 'node:assert';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestEntry } from '../../spec/schemas/journal.ts';
import { ControlRefused, type TestService, connectService, startService } from '../testing.ts';
import { call, submitAvatar } from './caller.case.ts';
import type { TestAccount } from './account.ts';
import { expectKept } from './expect-conduct.ts';

let started: TestService;
let connected: TestService;
beforeAll(async () => {
  // No job ends before a test ends it, however slow the machine is.
  started = await startService({ rateLimit: 'off', jobTime: 600 });
  connected = await connectService(started);
});
afterAll(() => started.close());

describe.each([
  ['started here', () => started],
  ['reached over HTTP', () => connected],
] as const)('a service that is %s', (_, serviceOf) => {
  test('an account has its own money, and more if it is topped up', async () => {
    const account = await serviceOf().account({ balance_usd: 1 });
    expect(await account.topUp(2)).toEqual({ available_usd: 3 });
    expect((await call(account, 'balance')).body).toMatchObject({ balance_usd: 3 });
    expect(await account.money()).toMatchObject({ account_id: account.id, balance_usd: 3, spent_usd: 0 });
  });

  test('a job is ended as told, and explained', async () => {
    const account = await serviceOf().account();
    const id = String((await submitAvatar(account, 'Good morning.')).body['id']);
    await account.finishJob(id, 'face_not_detected');
    expect(await account.jobs()).toMatchObject([{ id, status: 'failed', error_code: 'face_not_detected' }]);
    expect(await account.explain(id)).toMatchObject({ kind: 'job', account_id: account.id });
  });

  test('keys are made and revoked, and the secret is rotated', async () => {
    const account = await serviceOf().account();
    const { webhookSecret } = account;
    const { api_key, key_id } = await account.newKey();
    await account.revokeKey();
    expect((await call(account, 'balance')).status).toBe(401);
    expect((await call({ ...account, apiKey: api_key }, 'balance')).status).toBe(200);
    await account.revokeKey(key_id);
    expect((await call({ ...account, apiKey: api_key }, 'balance')).status).toBe(401);
    expect(await account.rotateSecret()).toBe(account.webhookSecret);
    expect(account.webhookSecret).not.toBe(webhookSecret);
    expect(account.env['UNDERSTUDY_WEBHOOK_SECRET']).toBe(account.webhookSecret);
  });

  test('a fault meets its account alone, until it is taken away', async () => {
    const [one, other] = [await serviceOf().account(), await serviceOf().account()];
    const then = { fault: 'request-error', code: 'capacity_warming' } as const;
    const remove = await one.fault({ id: 'warm', then });
    await other.fault({ id: 'warm', when: { nth: 2 }, then });
    expect((await call(one, 'balance')).status).toBe(503);
    expect((await call(other, 'balance')).status).toBe(200);
    await remove();
    expect((await call(one, 'balance')).status).toBe(200);
    await other.close();
    expect((await call(other, 'balance')).status).toBe(200);
  });

  test('what the mock refuses is said as an error with its code', async () => {
    const account = await serviceOf().account();
    const refused = account.finishJob('job_none');
    await expect(refused).rejects.toThrow(ControlRefused);
    await expect(refused).rejects.toMatchObject({ code: 'not_found', message: 'no job job_none' });
  });

  test('a client that keeps the contract passes, and one that does not fails with its scorecard', async () => {
    const good = await serviceOf().account();
    await call(good, 'balance');
    await good.expectConduct({ failOn: 'warn' });
    const bad = await serviceOf().account();
    await submitAvatar(bad, 'Good morning.');
    const failure: unknown = await bad.expectConduct().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AssertionError);
    expect(String(failure)).toContain('FAIL  jobs.followed');
    expect(String(failure)).toContain('POST /api/v1/avatar');
    await bad.expectConduct({ failOn: 'never' });
    // While it still works it may yet look after its job.
    await bad.expectConduct({ ended: false });
  });

  test('what is claimed of an account holds, or fails with what was seen of it alone', async () => {
    const [account, other] = [await serviceOf().account(), await serviceOf().account()];
    for (const one of [account, other]) await submitAvatar(one, 'Good morning.');
    for (const { id } of await account.jobs()) await account.finishJob(id, 'face_not_detected');
    await account.expectStory([
      { jobs: 1, endpoint: 'avatar', status: 'failed', code: 'face_not_detected' },
      { requests: 1, endpoint: 'submit', status: 202 },
      { nets_to_zero: true },
    ]);
    const failure: unknown = await account
      .expectStory([{ jobs: 1 }, { jobs: 1, status: 'succeeded', why: 'It was paid.' }])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AssertionError);
    expect(String(failure)).toMatch(/expected .*succeeded.* {2}It was paid\.\n +seen: 0 of 1: avatar failed/);
    expect(String(failure)).toContain('then/1');
    expect(String(failure)).not.toContain('then/0');
    await expect(account.expectStory([{ status: 'failed' }])).rejects.toThrow('a claim needs what it is about');
    await expect(account.expectStory([{ jobs: 1, by: 'other' }])).rejects.toThrow('other');
  });

  test('the clock stands still, moves and goes on', async () => {
    const { clock } = serviceOf();
    await clock.setMode('manual');
    const before = await clock.now();
    await clock.advance({ seconds: 90 });
    expect((await clock.now()).getTime() - before.getTime()).toBe(90_000);
    expect(await clock.setMode('real')).toMatchObject({ mode: 'real' });
    expect(await clock.mode()).toBe('real');
  });

  test('capacity is shared, and is changed for all', async () => {
    const service = serviceOf();
    expect(await service.setCapacity({ saturated: true })).toMatchObject({ saturated: true });
    await service.setCapacity({ saturated: false });
    expect(await service.capacity()).toMatchObject({ saturated: false });
  });
});

test.each([
  ['expectConduct', (account: TestAccount) => account.expectConduct()],
  ['expectStory', (account: TestAccount) => account.expectStory([{ jobs: 2 }])],
] as const)('a failure of %s points to the line that asked for it, before anything else', async (_, claim) => {
  const account = await connected.account();
  await submitAvatar(account, 'Good morning.');
  const failure: unknown = await claim(account).catch((error: unknown) => error);
  const { stack = '' } = failure instanceof AssertionError ? failure : {};
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  expect(frames[0]).toContain('suite.test.ts');
  expect(frames.join('\n')).not.toMatch(/suite\/(account|expect-|from-caller)/);
  expect(stack).toContain('AssertionError');
});

test('many tests at once on one service: each meets its own faults, money and journal', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
  const seen = await Promise.all(
    numbers.map(async (number) => {
      const account = await (number % 2 === 0 ? started : connected).account({ balance_usd: number });
      await account.fault({
        id: 'mine',
        when: { operation: 'getBalance', nth: (number % 3) + 1 },
        then: { fault: 'request-error', code: 'internal_error' },
      });
      const statuses: number[] = [];
      for (let turn = 0; turn < 3; turn++) statuses.push((await call(account, `balance?of=${number}`)).status);
      const { status } = await submitAvatar(account, `Number ${number}.`);
      const journal = (await account.journal({ kind: 'request' })) as RequestEntry[];
      const [job] = await account.jobs();
      await account.finishJob(String(job?.id), 'succeeded');
      const money = await account.money();
      return {
        statuses,
        status,
        paths: journal.map(({ path }) => path),
        accounts: [...new Set(journal.map(({ account_id }) => account_id))],
        own: account.id,
        toppedUp: money.topped_up_usd,
        isPaid: money.spent_usd === job?.price_usd && job.price_usd > 0,
      };
    }),
  );
  expect(new Set(seen.map(({ own }) => own)).size).toBe(numbers.length);
  expect(seen).toEqual(
    numbers.map((number, index) => ({
      statuses: [0, 1, 2].map((turn) => (turn === number % 3 ? 500 : 200)),
      status: 202,
      paths: [...Array.from({ length: 3 }, () => `/api/v1/balance?of=${number}`), '/api/v1/uploads', '/api/v1/avatar'],
      accounts: [seen[index]?.own],
      own: seen[index]?.own,
      toppedUp: number,
      isPaid: true,
    })),
  );
});

test('a journal of more than a page is read to its end', async () => {
  const service = await startService({ rateLimit: 'off', port: 0 });
  try {
    const account = await service.account();
    for (let turn = 0; turn < 11; turn++) {
      await Promise.all(Array.from({ length: 100 }, () => call(account, 'balance')));
    }
    const entries = await account.journal();
    expect(entries).toHaveLength(1_100);
    expect(new Set(entries.map(({ seq }) => seq)).size).toBe(1_100);
    expect(await account.journal({ status: 404 })).toEqual([]);
  } finally {
    await service.close();
  }
});

test('without an address, with another token, and where no mock is, it is said what to do', async () => {
  const { controlUrl } = started;
  await expect(connectService({ controlUrl: '', controlToken: 'x' })).rejects.toThrow(
    'say which mock: controlUrl or UNDERSTUDY_CONTROL_URL is missing',
  );
  await expect(connectService({ controlUrl, controlToken: 'x' })).rejects.toThrow('has another token');
  await expect(connectService({ controlUrl: 'http://127.0.0.1:1/__understudy', controlToken: 'x' })).rejects.toThrow(
    'no mock answers at http://127.0.0.1:1/__understudy',
  );
});

test('a client is not judged by a journal that had to drop what it did', async () => {
  const account = await started.account();
  await call(account, 'balance');
  const card = await account.conduct();
  const short = { ...card, entries: { ...card.entries, forgotten: 7 } };
  expect(() => expectKept(short, 'never', 7)).not.toThrow();
  expect(() => expectKept(short, 'never', 6)).toThrow(
    `the journal no longer has all of account ${account.id}: it had to drop 7 entries`,
  );
});
