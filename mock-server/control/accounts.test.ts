/** The console's business over the control API: accounts, money, negotiated rates, keys and secrets. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestMock, openMock } from '../http/client.case.ts';

let mock: TestMock;
beforeEach(async () => {
  mock = await openMock();
});
afterEach(() => mock.close());

type NewAccount = {
  readonly account_id: string;
  readonly api_key: string;
  readonly key_id: string;
  readonly webhook_secret: string;
};

const create = async (body: object): Promise<NewAccount> => {
  const answer = await mock.steer('POST', '/accounts', body);
  expect(answer.status).toBe(201);
  return JSON.parse(answer.text) as NewAccount;
};

const costOfMinute = async (key: string, fields: object): Promise<number> =>
  (await mock.post('/full-live-swap/session', { duration_minutes: 1, ...fields }, { key })).body.max_cost_usd;

test('a new account has its balance, a key that works, and a secret of its own', async () => {
  const [one, two] = [await create({ balance_usd: 12.345678 }), await create({ balance_usd: 0 })];
  expect(one).toEqual({
    account_id: 'a2',
    api_key: expect.stringMatching(/^test_a2_[a-z2-9]{32}$/) as string,
    key_id: 'key_a2_0',
    webhook_secret: expect.stringMatching(/^whsec_[a-z2-9]{32}$/) as string,
  });
  expect((await mock.get('/balance', one.api_key)).body.balance_usd).toBe(12.345678);
  expect((await mock.get('/balance', two.api_key)).body.balance_usd).toBe(0);
  expect(new Set([one.webhook_secret, two.webhook_secret, mock.webhookSecret]).size).toBe(3);
});

test.each([
  [{}],
  [{ balance_usd: -1 }],
  [{ balance_usd: '5' }],
  [{ balance_usd: null }],
  [{ balance_usd: 1e10 }],
  [{ balance_usd: 1, rates: { nothing: 1 } }],
  [{ balance_usd: 1, rates: { avatar: -1 } }],
  [{ balance_usd: 1, rates: { avatar: 'cheap' } }],
  [{ balance_usd: 1, rates: { avatar: { usd: 1, unit: 'second' } } }],
  [{ balance_usd: 1, rates: [] }],
  [{ balance_usd: 1, rate_limit: 0 }],
  [{ balance_usd: 1, rate_limit: 1.5 }],
  [{ balance_usd: 1, rate_limit: 'none' }],
  [{ balance_usd: 1, name: 'x' }],
])('an account cannot be made of %j', async (body) => {
  expect(await mock.steer('POST', '/accounts', body)).toMatchObject({ status: 400, code: 'invalid_input' });
  // Nor is its number used up.
  expect((await create({ balance_usd: 1 })).account_id).toBe('a2');
});

test('a rate for one tier leaves the other one, and other accounts, at the list price', async () => {
  const { api_key: key } = await create({ balance_usd: 100, rates: { full_live_swap: 0.002 } });
  expect([await costOfMinute(key, {}), await costOfMinute(key, { tier: 'pro' })]).toEqual([0.12, 0.12]);
  expect(await costOfMinute(key, { tier: 'standard' })).toBe(0.3);
  const { api_key: other } = await create({ balance_usd: 100, rates: { full_live_swap_standard: 0.001 } });
  expect([await costOfMinute(other, {}), await costOfMinute(other, { tier: 'standard' })]).toEqual([0.6, 0.06]);
  expect([await costOfMinute(mock.apiKey, {}), await costOfMinute(mock.apiKey, { tier: 'standard' })]).toEqual([
    0.6, 0.3,
  ]);
  expect(JSON.parse((await mock.get('/pricing', key)).text)).toMatchObject({ full_live_swap: { usd: 0.01 } });
});

test('a rate may depend on the resolution', async () => {
  const rates = { face_swap: { usd: 1, usd_by_resolution: { '480': 0.5 } }, voice_clone: 0 };
  const { api_key: key } = await create({ balance_usd: 100, rates });
  const { video, image, audio } = await mock.files(key);
  const price = async (path: string, body: object): Promise<number> => {
    const { id } = (await mock.post(path, body, { key })).body;
    await mock.clock.advance({ seconds: 60 });
    return (await mock.get(`/jobs/${id}`, key)).body.charged_usd;
  };
  const faces = { video_key: video, face_key: image };
  expect(await price('/face-swap', { ...faces, output_resolution_p: 480 })).toBeCloseTo(1.5, 1);
  expect(await price('/face-swap', { ...faces, output_resolution_p: 1080 })).toBeCloseTo(3, 1);
  expect(await price('/voice-clone', { voice_key: audio, script: 'Free of charge.' })).toBe(0);
});

test('a top-up counts at once, and is told apart from what was spent', async () => {
  await mock.post('/voice-clone', { voice_key: await mock.upload('voice.wav'), script: 'x'.repeat(1_000) });
  const answer = await mock.steer('POST', '/accounts/a1/top-up', { amount_usd: 2.5 });
  expect([answer.status, answer.body]).toEqual([200, { available_usd: 102.45 }]);
  expect((await mock.get('/balance')).body).toMatchObject({
    balance_usd: 102.45,
    total_spent_usd: 0.05,
    total_topped_up_usd: 102.5,
  });
});

test.each([
  ['a1', {}, 400, 'invalid_input'],
  ['a1', { amount_usd: -1 }, 400, 'invalid_input'],
  ['a1', { amount_usd: '1' }, 400, 'invalid_input'],
  ['a1', { amount_usd: 1e10 }, 400, 'invalid_input'],
  ['a9', { amount_usd: 1 }, 404, 'not_found'],
  ['__proto__', { amount_usd: 1 }, 404, 'not_found'],
])('a top-up of account %s with %j answers %i', async (account, body, status, code) => {
  const before = await mock.money();
  expect(await mock.steer('POST', `/accounts/${account}/top-up`, body)).toMatchObject({ status, code });
  expect(await mock.money()).toBe(before);
});

test('a second key works beside the first; revoked, it stops at once, and the first goes on', async () => {
  const made = await mock.steer('POST', '/accounts/a1/keys');
  const { key_id, api_key } = JSON.parse(made.text) as NewAccount;
  expect(made.status).toBe(201);
  expect((await mock.get('/balance', api_key)).text).toBe((await mock.get('/balance')).text);
  expect((await mock.steer('DELETE', `/accounts/a1/keys/${key_id}`)).status).toBe(200);
  expect((await mock.get('/balance', api_key)).code).toBe('unauthorized');
  expect((await mock.get('/balance')).status).toBe(200);
  expect((await mock.steer('DELETE', `/accounts/a1/keys/${key_id}`)).code).toBe('not_found');
  const again = JSON.parse((await mock.steer('POST', '/accounts/a1/keys')).text) as NewAccount;
  expect([again.key_id === key_id, again.api_key === api_key]).toEqual([false, false]);
});

test('a request that began before its key was revoked is finished; the next one is refused (F45)', async () => {
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const raw = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
  const headers = { 'content-type': 'application/json' };
  const running = mock.call('POST', '/voice/session', undefined, { raw, headers });
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  await mock.steer('DELETE', '/accounts/a1/keys/key_a1_0');
  send?.enqueue(Buffer.from('{}'));
  send?.close();
  expect((await running).status).toBe(201);
  expect((await mock.get('/balance')).code).toBe('unauthorized');
});

test('a key is revoked by the account that has it', async () => {
  const { account_id, key_id, api_key } = await create({ balance_usd: 1 });
  expect((await mock.steer('DELETE', `/accounts/a1/keys/${key_id}`)).code).toBe('not_found');
  expect((await mock.steer('DELETE', `/accounts/a9/keys/${key_id}`)).code).toBe('not_found');
  expect((await mock.get('/balance', api_key)).status).toBe(200);
  expect((await mock.steer('DELETE', `/accounts/${account_id}/keys/${key_id}`)).status).toBe(200);
  expect((await mock.get('/balance', api_key)).code).toBe('unauthorized');
});

test('a rotated webhook secret is a new one, and keys do not change with it', async () => {
  const rotate = async (account: string) => mock.steer('POST', `/accounts/${account}/webhook-secret`);
  const [first, second] = [await rotate('a1'), await rotate('a1')];
  const secrets = [first, second].map(({ text }) => (JSON.parse(text) as NewAccount).webhook_secret);
  expect(new Set([mock.webhookSecret, ...secrets]).size).toBe(3);
  expect((await mock.get('/balance')).status).toBe(200);
  expect((await rotate('a9')).code).toBe('not_found');
  expect((await mock.steer('POST', '/accounts/a9/keys')).code).toBe('not_found');
});
