/** A mock whose gaps are drawn from a seed, driven through all that HTTP has: whatever is drawn, the document holds. */
import { expect } from 'vitest';
import { completeChoices } from '../gap-choices.ts';
import { type Client, at, codeOf, openClient } from './client.case.ts';
import { driveMainJob } from './main-job.case.ts';
import { expectDocumented } from './openapi-check.case.ts';

export const driveShuffled = async (seed: number): Promise<void> => {
  const options = { seed, variants: 'shuffle', rateLimit: 1_000 } as const;
  const choices = completeChoices({}, seed);
  let answers = 0;
  const client = await openClient({}, options, (method, path, seen) => {
    answers++;
    expectDocumented(choices, method, path, seen);
  });
  expect(client.choices).toEqual(choices);
  try {
    await driveMainJob(client, choices);
    await meetStrangers(client);
    await runOutOfMoney(client);
    await goTooFast(client);
    await meetCapacity(client);
    await askForTooMuch(client);
  } finally {
    await client.close();
  }
  expect(answers).toBeGreaterThan(40);
};

/** What another account has is not there; and its key is not ours, though it has the same name. */
const meetStrangers = async (client: Client): Promise<void> => {
  const key = { 'idempotency-key': 'shared-name' };
  const ours = await client.swapImage(key);
  const stranger = await accountOf(client, { balance_usd: 10 });
  expect(codeOf(await stranger('GET', pathOf(ours.body)))).toBe('not_found');
  expect((await client.get(pathOf(ours.body))).status).toBe(200);
  expect(at((await stranger('GET', '/balance')).body, 'total_spent_usd')).toBe(0);
  expect((await stranger('GET', '/usage')).body).toEqual([]);
  const image = await client.upload('portrait.png');
  expect(['invalid_input', 'not_found']).toContain(
    codeOf(await stranger('POST', '/face-swap-image', { image_key: image, face_key: image })),
  );
};

/** A refusal for want of money takes none, and the same submit is taken once there is enough. */
const runOutOfMoney = async (client: Client): Promise<void> => {
  const poor = await accountOf(client, { balance_usd: 0.01 });
  const refused = await poor('POST', '/voice/session', { duration_minutes: 120 });
  expect([undefined, 'insufficient_balance']).toContain(codeOf(refused));
  expect(at((await poor('GET', '/balance')).body, 'balance_usd')).toBe(0.01);
};

/** More than five writes a minute are refused by one code, and the next minute is a new one. */
const goTooFast = async (client: Client): Promise<void> => {
  const hasty = await accountOf(client, { balance_usd: 10, rate_limit: 5 });
  const codes = [];
  for (let calls = 0; calls < 15; calls++) codes.push(codeOf(await hasty('POST', '/voice/session', {})));
  expect(codes).toContain('rate_limited');
  await client.clock.advance({ seconds: 61 });
  expect(codeOf(await hasty('GET', '/balance'))).toBeUndefined();
};

const meetCapacity = async (client: Client): Promise<void> => {
  await client.control.setCapacity({ voice: 'warming', tiers: { pro: false }, saturated: true });
  const spent = await client.get('/balance');
  expect(codeOf(await client.post('/voice/session', {}))).toBe('capacity_warming');
  expect(codeOf(await client.post('/full-live-swap/session', { duration_minutes: 1 }))).toBe('capacity_unavailable');
  expect(codeOf(await client.swapImage())).toBe('at_capacity');
  expect((await client.get('/balance')).body).toEqual(spent.body);
  await client.control.setCapacity({ voice: 'ready', tiers: { pro: true }, saturated: false });
};

const askForTooMuch = async (client: Client): Promise<void> => {
  const many = await client.get('/usage?limit=501');
  if (many.status === 200) expect((many.body as unknown[]).length).toBeLessThanOrEqual(500);
  else expect(codeOf(many)).toBe('invalid_input');
  expect(['invalid_input', 'input_too_large']).toContain(codeOf(await client.speak('x'.repeat(50_000))));
  expect(codeOf(await client.sendFile('x', 'text/plain', 'notes.txt'))).toBe('unsupported_format');
};

type Caller = (method: string, path: string, body?: object) => ReturnType<Client['call']>;

/** A caller with an account of its own. */
const accountOf = async (
  client: Client,
  account: Parameters<Client['control']['createAccount']>[0],
): Promise<Caller> => {
  const { api_key } = (await client.control.createAccount(account)) as { api_key: string };
  return (method, path, body) => client.call(method, path, body, { authorization: `Bearer ${api_key}` });
};

const pathOf = (taken: unknown): string => String(at(taken, 'status_url')).replace('/api/v1', '');
