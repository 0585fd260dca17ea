/** A mock whose gaps are drawn from a seed, driven through all that HTTP, webhooks and sockets have: whatever is drawn, the document holds. */
import { expect } from 'vitest';
import { completeChoices } from '../gap-choices.ts';
import { defaults } from '../options.ts';
import { openCaller, pathOf } from './caller.case.ts';
import { type Client, at, codeOf, openClient } from './client.case.ts';
import { expectErrorInPlace } from './error-place.case.ts';
import { driveMainJob } from './main-job.case.ts';
import { expectDocumented } from './openapi-check.case.ts';
import { refundFailures, runEachKind } from './shuffle-jobs.case.ts';
import { streamAll } from './shuffle-streams.case.ts';
import { hearOfJobs } from './shuffle-webhooks.case.ts';

export const driveShuffled = async (seed: number): Promise<void> => {
  // The header's name is an option and no gap, for the document gives it a neutral one.
  const signatureHeader = seed % 2 === 0 ? defaults.signatureHeader : 'X-Studio-Signature';
  // A port, for there are no sockets without one; and receivers are waited for, however slow the machine is.
  const options = {
    seed,
    variants: 'shuffle',
    rateLimit: 1_000,
    port: 0,
    settleMs: 10_000,
    signatureHeader,
  } as const;
  const choices = completeChoices({}, seed);
  let answers = 0;
  const client = await openClient({}, options, (method, path, seen) => {
    answers++;
    expectDocumented(choices, method, path, seen);
    // Files have addresses of their own, and no errors of the document.
    if (seen.status >= 400 && path.startsWith('/')) expectErrorInPlace(choices, seen);
  });
  expect(client.choices).toEqual(choices);
  try {
    await driveMainJob(client, choices);
    await runEachKind(client);
    await refundFailures(client, choices);
    await hearOfJobs(client, choices, signatureHeader);
    await streamAll(client, choices, seed);
    await meetStrangers(client);
    await runOutOfMoney(client);
    await goTooFast(client);
    await meetCapacity(client);
    await askForTooMuch(client);
  } finally {
    await client.close();
  }
  expect(answers).toBeGreaterThan(150);
};

/** What another account has is not there; and its key is not ours, though it has the same name. */
const meetStrangers = async (client: Client): Promise<void> => {
  const key = { 'idempotency-key': 'shared-name' };
  const ours = await client.swapImage(key);
  const stranger = await openCaller(client, { balance_usd: 10 });
  expect(codeOf(await stranger.call('GET', pathOf(ours.body)))).toBe('not_found');
  expect(codeOf(await client.get(pathOf(ours.body)))).toBeUndefined();
  expect(at((await stranger.call('GET', '/balance')).body, 'total_spent_usd')).toBe(0);
  expect((await stranger.call('GET', '/usage')).body).toEqual([]);
  const image = await client.upload('portrait.png');
  expect(['invalid_input', 'not_found']).toContain(
    codeOf(await stranger.call('POST', '/face-swap-image', { image_key: image, face_key: image })),
  );
};

/** A refusal for want of money takes none, and the same submit is taken once there is enough. */
const runOutOfMoney = async (client: Client): Promise<void> => {
  const poor = await openCaller(client, { balance_usd: 0.01 });
  const refused = await poor.call('POST', '/voice/session', { duration_minutes: 120 });
  expect([undefined, 'insufficient_balance']).toContain(codeOf(refused));
  expect(at((await poor.call('GET', '/balance')).body, 'balance_usd')).toBe(0.01);
};

/** More than five writes a minute are refused by one code, and the next minute is a new one. */
const goTooFast = async (client: Client): Promise<void> => {
  const hasty = await openCaller(client, { balance_usd: 10, rate_limit: 5 });
  const codes = [];
  for (let calls = 0; calls < 15; calls++) codes.push(codeOf(await hasty.call('POST', '/voice/session', {})));
  expect(codes).toContain('rate_limited');
  await client.clock.advance({ seconds: 61 });
  expect(codeOf(await hasty.call('GET', '/balance'))).toBeUndefined();
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
  if (many.status < 300) expect((many.body as unknown[]).length).toBeLessThanOrEqual(500);
  else expect(codeOf(many)).toBe('invalid_input');
  expect(['invalid_input', 'input_too_large']).toContain(codeOf(await client.speak('x'.repeat(50_000))));
  expect(codeOf(await client.sendFile('x', 'text/plain', 'notes.txt'))).toBe('unsupported_format');
};
