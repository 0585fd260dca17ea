/** The main job under any choice of gaps, and what the document promises of it whatever is chosen. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { expect } from 'vitest';
import { mediumBytes } from '../../fixtures/media.ts';
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { Job, SubmitAcknowledgement } from '../../spec/schemas/job.ts';
import { rateCardLayout, usageSummaries } from '../../spec/schemas/layouts.ts';
import { Balance, Usage } from '../../spec/schemas/money.ts';
import { LiveSwapSession, VoiceSession } from '../../spec/schemas/sessions.ts';
import { Upload } from '../../spec/schemas/upload.ts';
import { Voices } from '../../spec/schemas/voices.ts';
import { type Client, type Seen, at, errorIn } from './client.case.ts';

const imagePrice = 0.03;
const textPrice = 0.05;
const toppedUp = 100;

export const driveMainJob = async (client: Client, choices: GapChoices): Promise<void> => {
  await lookAround(client, choices);
  await refuse(client);

  const portrait = await mediumBytes('portrait.png');
  const uploaded = success(await client.sendFile(portrait.slice(), 'image/png'), Upload);
  expect((await client.get(String(at(uploaded, 'url')))).text).toBe(portrait.toString('latin1'));

  // An image that succeeds, submitted twice; one that fails; a text that is paid for before its render.
  const image = await client.upload('portrait.png');
  const body = { image_key: image, face_key: image, callback_url: 'https://example.com/hook' };
  const again = () => client.post('/face-swap-image', body, { 'idempotency-key': 'key-1' });
  const taken = success(await again(), SubmitAcknowledgement);
  expect(at(success(await again(), SubmitAcknowledgement), 'id')).toBe(at(taken, 'id'));
  const failing = success(await client.swapImage({}, 'magic_face_not_detected'), SubmitAcknowledgement);
  const spoken = success(await client.speak('x'.repeat(1_000), { language: 'en' }), SubmitAcknowledgement);

  for (const job of [taken, failing, spoken]) await pollUnfinished(client, job);
  const meanwhile = Number(at(success(await client.get('/balance'), Balance), 'balance_usd'));
  expect(meanwhile).toBeLessThanOrEqual(toppedUp);
  expect(meanwhile).toBeGreaterThanOrEqual(toppedUp - 2 * imagePrice - textPrice - cent);
  await client.clock.advance({ seconds: 60 });

  const repeated = success(await again(), SubmitAcknowledgement);
  expect(at(repeated, 'id')).toBe(at(taken, 'id'));
  await pollSucceeded(client, taken, imagePrice, /^image\//);
  await pollSucceeded(client, spoken, textPrice, /^audio\//);
  const failed = success(await client.get(pathOf(failing)), Job);
  expect([at(failed, 'status'), at(failed, 'error', 'code')]).toEqual(['failed', 'face_not_detected']);
  expect(String(at(failed, 'error', 'message'))).toMatch(/./);
  expect([0, imagePrice]).toContain(at(failed, 'charged_usd'));

  await settleBooks(client, choices);
  await openSessions(client);
};

const cent = 0.01;

/** What needs no job: prices without a key, and the voices. */
const lookAround = async (client: Client, choices: GapChoices): Promise<void> => {
  const prices = await client.call('GET', '/pricing', undefined, { authorization: null });
  success(prices, rateCardLayout(choices));
  for (const key of ['"full_live_swap"', '"full_live_swap_standard"']) expect(prices.text).toContain(key);
  success(await client.get('/voices'), Voices);
};

const refuse = async (client: Client): Promise<void> => {
  refused(await client.get('/jobs/job_a1_none'), 'not_found');
  refused(await client.call('GET', '/balance', undefined, { authorization: null }), 'unauthorized');
  refused(await client.post('/face-swap-image', { image_key: 1 }), 'invalid_input');
  refused(await client.post('/voice/session', { duration_minutes: 0 }), 'invalid_input');
  const missing = await client.post('/voice-clone', { voice_key: 'none', script: 'a' });
  refused(missing, 'invalid_input', 'not_found');
};

const pollUnfinished = async (client: Client, taken: unknown): Promise<void> => {
  const job = success(await client.get(pathOf(taken)), Job);
  expect(['queued', 'processing']).toContain(at(job, 'status'));
  expect([undefined, null, '']).toContain(at(job, 'output_url'));
  expect([undefined, null]).toContain(at(job, 'error'));
};

const pollSucceeded = async (client: Client, taken: unknown, price: number, type: RegExp): Promise<void> => {
  const job = success(await client.get(pathOf(taken)), Job);
  expect(at(job, 'status')).toBe('succeeded');
  expect(Math.abs(Number(at(job, 'charged_usd')) - price)).toBeLessThan(cent);
  const file = await client.call('GET', String(at(job, 'output_url')), undefined, { authorization: null });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toMatch(type);
};

/** Balance, log and summary tell one story: a record for each call, and their sum is what was spent. */
const settleBooks = async (client: Client, choices: GapChoices): Promise<void> => {
  const balance = success(await client.get('/balance'), Balance);
  const spent = Number(at(balance, 'total_spent_usd'));
  expect(spent).toBeCloseTo(imagePrice + textPrice, 6);
  expect(at(balance, 'total_topped_up_usd')).toBe(toppedUp);
  expect(at(balance, 'balance_usd')).toBeCloseTo(toppedUp - spent, 6);
  for (const period of ['week', 'month', 'year']) expect(at(balance, `spent_this_${period}_usd`)).toBeCloseTo(spent, 6);

  const records = success(await client.get('/usage'), Usage) as readonly unknown[];
  expect(new Set(records.map((record) => at(record, 'id'))).size).toBe(3);
  expect(records.reduce<number>((sum, record) => sum + Number(at(record, 'charged_usd')), 0)).toBeCloseTo(spent, 6);
  for (const record of records) {
    const time = String(at(record, 'created_at'));
    expect(time).toMatch(/(Z|\+00:00)$/);
    expect(Date.parse(time)).toBeLessThanOrEqual(client.clock.now().getTime());
  }
  expect(success(await client.get('/usage?limit=2'), Usage)).toHaveLength(2);

  const summary = success(await client.get('/usage/summary'), usageSummaries[choices['summary-body']]);
  const parts: readonly unknown[] = Array.isArray(summary) ? summary : [summary];
  expect(parts.reduce<number>((sum, part) => sum + Number(at(part, 'count')), 0)).toBe(3);
  expect(parts.reduce<number>((sum, part) => sum + Number(at(part, 'charged_usd')), 0)).toBeCloseTo(spent, 6);
};

const openSessions = async (client: Client): Promise<void> => {
  const voice = success(await client.post('/voice/session', { duration_minutes: 2 }), VoiceSession);
  expect(at(voice, 'max_duration_sec')).toBe(120);
  const before = success(await client.get('/balance'), Balance);
  const swap = success(await client.post('/full-live-swap/session', { duration_minutes: 1 }), LiveSwapSession);
  expect(String(at(swap, 'prompt'))).toMatch(/./);
  // Creation debits nothing.
  expect(success(await client.get('/balance'), Balance)).toEqual(before);
};

/** The body of a success that fits its schema. */
const success = ({ status, headers, body, text }: Seen, schema: TSchema): unknown => {
  expect(String(status), text).toMatch(/^2/);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const validator = Compile(schema);
  const [, faults] = validator.Errors(body);
  expect(validator.Check(body), `${text}: ${JSON.stringify(faults)}`).toBe(true);
  return body;
};

/** Exactly one documented code of its status, and a message, in whatever layout. */
const refused = ({ status, headers, body, text }: Seen, ...codes: readonly HttpErrorCode[]): void => {
  const error = errorIn(body);
  expect(codes, text).toContain(error?.code);
  expect(status).toBe(httpErrors[error?.code as HttpErrorCode].status);
  expect(error?.message).toMatch(/./);
  expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
};

/** The acknowledgement's own address, without the part that the client adds. */
const pathOf = (taken: unknown): string => String(at(taken, 'status_url')).replace('/api/v1', '');
