/** Keys, secrets and tokens: shown when they are made, and never again, whatever is asked and whatever goes wrong. */
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { defaultChoices } from '../../spec/gaps.ts';
import { operations, type Operation } from '../../spec/operations.ts';
import { openMock } from './client.case.ts';
import { createLinks } from './links.ts';
import { exchange, request } from './wire.case.ts';

const marker = 'MARKERKEY0123456789';
const secretMarker = 'MARKERSECRET0123456789';

test('no answer and no report of a failure shows a key, a secret or a control token (F12) (K3)', async () => {
  let broken = false;
  const said: string[] = [];
  const mock = await openMock({ port: 0, apiKey: marker, webhookSecret: secretMarker });
  // A port that fails on demand: the report must not carry what the call carried.
  const failing = await openMock(
    {
      apiKey: marker,
      webhookSecret: secretMarker,
      onFailure: (error: unknown) => said.push(inspect(error, { depth: 9 })),
    },
    {
      decide: () => (_account, _world, command) => {
        if (broken || command.type !== 'create-account') throw new Error(`cannot ${command.type}`);
        return {
          events: [
            {
              type: 'account.created',
              at: 0,
              balanceMicros: 5,
              rates: {},
              key: command.key,
              webhookSecret: command.webhookSecret,
            },
          ],
          reply: { accountId: 'a1' },
        };
      },
    },
  );
  broken = true;

  for (const target of [mock, failing]) {
    const hidden = [marker, secretMarker, target.controlToken];
    const calls = Object.values(operations as Record<string, Operation>).flatMap(({ method, path }) =>
      [marker, `${marker}x`, null].map((key) =>
        target.call(method, path, method === 'POST' ? { duration_minutes: 1 } : undefined, { key }),
      ),
    );
    const control = ['/clock', '/capacity', '/jobs', '/health', '/nothing', '/openapi.json', '/gaps.json'].map((path) =>
      target.steer('GET', path),
    );
    for (const answer of await Promise.all([...calls, ...control])) {
      const told = answer.text + JSON.stringify([...answer.headers]);
      for (const secret of hidden) expect(told).not.toContain(secret);
    }
  }
  const session = await failing.post('/voice/session', { duration_minutes: 1 });
  expect([session.status, session.code]).toEqual([500, 'internal_error']);
  expect(session.text).not.toMatch(/cannot|create-session|\.ts|node:/);
  expect(said.length).toBeGreaterThan(0);
  expect(said.join()).not.toMatch(new RegExp(`${marker}|${secretMarker}|${failing.controlToken}`));

  const port = Number(new URL(mock.url).port);
  const raw = request('TRACE /api/v1/balance', ['Host: localhost', `Authorization: Bearer ${marker}`, 'nonsense']);
  expect((await exchange(port, raw)).text).not.toContain(marker);
  await Promise.all([mock.close(), failing.close()]);
});

test('an API key is kept as a digest: the state of its account does not contain it (K1)', async () => {
  const states = new Set<unknown>();
  const mock = await openMock(
    { apiKey: marker },
    {
      decide:
        (decide) =>
        (account, ...rest) => {
          states.add(account);
          return decide(account, ...rest);
        },
    },
  );
  const { api_key } = await mock.control.createAccount({ balance_usd: 1 });
  const { api_key: second } = (await mock.steer('POST', '/accounts/a1/keys')).body as unknown as { api_key: string };
  expect((await mock.get('/balance', second)).status).toBe(200);
  const held = inspect([...states], { depth: 20, showHidden: true, maxArrayLength: null });
  expect(held).toContain('digest');
  for (const secret of [marker, api_key, second]) expect(held).not.toContain(secret);
  await mock.close();
});

test('each answer that makes a key or a secret shows that one alone, and not to be stored (K3)', async () => {
  const mock = await openMock();
  const made = await mock.steer('POST', '/accounts', { balance_usd: 1 });
  const { account_id, api_key, webhook_secret } = JSON.parse(made.text) as Record<string, string>;
  const key = await mock.steer('POST', `/accounts/${account_id}/keys`);
  const secret = await mock.steer('POST', `/accounts/${account_id}/webhook-secret`);
  expect(Object.keys(key.body)).toEqual(['key_id', 'api_key']);
  expect(Object.keys(secret.body)).toEqual(['webhook_secret']);
  expect(new Set([api_key, webhook_secret, key.text, secret.text]).size).toBe(4);
  for (const answer of [made, key, secret]) expect(answer.headers.get('cache-control')).toBe('no-store');
  await mock.close();
});

test(
  'keys, tokens and signatures of 10,000 lengths are compared without a mishap (K1)',
  { timeout: 60_000 },
  async () => {
    const mock = await openMock();
    const links = createLinks('a secret', defaultChoices);
    for (let length = 0; length < 10_000; length += 1) {
      // Of the mock's own form too, so that the comparison is reached.
      const key = length % 2 === 0 ? 'x'.repeat(length) : `test_a1_${'x'.repeat(length)}`;
      expect((await mock.get('/balance', key)).status).toBe(401);
      const token = { 'x-understudy-token': 'x'.repeat(length) };
      expect((await mock.steer('GET', '/clock', undefined, token)).status).toBe(401);
      expect(links.checkOutput('job_a1_x', '9', 'f'.repeat(length), 0)).toBe('forged');
      expect(links.checkUpload('file_a1_x', 'f'.repeat(length), '9', 0)).toBe('forged');
    }
    await mock.close();
  },
);

test('on loopback key and secret follow from the seed, and the control token never does (K2)', async () => {
  const [one, same, other] = await Promise.all([openMock({ seed: 5 }), openMock({ seed: 5 }), openMock({ seed: 6 })]);
  expect([one.apiKey, one.webhookSecret]).toEqual([same.apiKey, same.webhookSecret]);
  expect(one.apiKey).not.toBe(other.apiKey);
  expect(one.webhookSecret).not.toBe(other.webhookSecret);
  expect(new Set([one, same, other].map(({ controlToken }) => controlToken)).size).toBe(3);
  // 32 letters of 5 bits.
  for (const { controlToken } of [one, same, other]) expect(controlToken).toMatch(/^[a-z2-9]{32}$/);
  await Promise.all([one, same, other].map((mock) => mock.close()));
});

test('beyond loopback nothing follows from the seed (K2)', async () => {
  const [one, same] = await Promise.all([openMock({ host: '0.0.0.0' }), openMock({ host: '0.0.0.0' })]);
  expect(one.apiKey).not.toBe(same.apiKey);
  expect(one.webhookSecret).not.toBe(same.webhookSecret);
  const tokens = await Promise.all(
    [one, same].map(async (mock) => (await mock.post('/voice/session', {})).body.session_token),
  );
  expect(tokens[0]).not.toBe(tokens[1]);
  await Promise.all([one.close(), same.close()]);
});
