/** Webhooks under any choice of gaps: two jobs and a receiver that refuses once, polls what it is told of, and verifies as users do. */
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { GapChoices } from '../../spec/gaps.ts';
import { type WebhookEvent, constructEvent } from '../webhooks/construct-event.ts';
import { type Caller, openCaller, success } from './caller.case.ts';
import { type Client, at } from './client.case.ts';
import { expectResult } from './shuffle-jobs.case.ts';

type Setting = {
  readonly client: Client;
  readonly choices: GapChoices;
  /** Name of the header that the signature stands in. */
  readonly header: string;
};

export const hearOfJobs = async (client: Client, choices: GapChoices, header: string): Promise<void> => {
  const caller = await openCaller(client, { balance_usd: 1 });
  const receiver = await openWitness(client, caller);
  const setting = { client, choices, header };
  try {
    const deliveryId = await hearOfSuccess(setting, caller, receiver);
    expect(await hearOfFailure(setting, caller, receiver)).not.toBe(deliveryId);
  } finally {
    await receiver.close();
  }
};

/** Refused once, then taken: the same delivery, signed anew, with the secret of the day. @returns its id */
const hearOfSuccess = async (setting: Setting, caller: Caller, receiver: Witness): Promise<string> => {
  const { client, choices } = setting;
  receiver.answers.push(500);
  const submittedAt = client.clock.now();
  const id = await submit(caller, receiver, 'portrait.png');
  await client.clock.advance({ seconds: 5 });
  expect(receiver.heard).toHaveLength(1);
  const rotated = await client.control.rotateWebhookSecret(caller.accountId);
  const newSecret = String(at(rotated, 'webhook_secret'));
  await client.clock.advance({ seconds: allAttempts });
  const [refused, taken, ...more] = receiver.heard.splice(0);
  expect(more).toEqual([]);

  const first = verified(setting, refused, caller.webhookSecret);
  const second = verified(setting, taken, newSecret);
  // The old one may be good for a while (gap `secret-rotation`).
  expect(isSignedWith(setting, taken, caller.webhookSecret)).toBe(choices['secret-rotation'] === 'both');
  for (const event of [first, second]) {
    expect(event).toMatchObject({ event: 'job.succeeded', data: { id, status: 'succeeded', error: null } });
    expect(event.delivery_id).toBe(first.delivery_id);
  }
  expectBetween(submittedAt, first.sent_at, refused?.at);
  expectBetween(submittedAt, second.sent_at, taken?.at);
  // The shortest and the longest first wait of a ladder, unevenness included (gaps `webhook-ladder`, `webhook-jitter`).
  const wait = Number(taken?.at) - Number(refused?.at);
  expect(wait).toBeGreaterThanOrEqual(8_000 * 0.9);
  expect(wait).toBeLessThanOrEqual(68_000 * 1.1);
  await expectResult(client, at(await caller.get(`/jobs/${id}`), 'output_url'), 'image');
  return first.delivery_id;
};

const hearOfFailure = async (setting: Setting, caller: Caller, receiver: Witness): Promise<string> => {
  const { client } = setting;
  const secret = String(at(await client.control.rotateWebhookSecret(caller.accountId), 'webhook_secret'));
  const id = await submit(caller, receiver, 'magic_face_not_detected.png');
  await client.clock.advance({ seconds: allAttempts });
  const [heard, ...more] = receiver.heard.splice(0);
  expect(more).toEqual([]);
  const event = verified(setting, heard, secret);
  expect(event).toMatchObject({ event: 'job.failed', data: { id, error: { code: 'face_not_detected' } } });
  return event.delivery_id;
};

/** Seconds in which all of them would have been made; and less than any link lives (gap `link-lifetime`). */
const allAttempts = 1_800;

const submit = async (caller: Caller, { url }: Witness, name: string): Promise<string> => {
  const key = await caller.upload('portrait.png', name);
  return String(at(await caller.post('/face-swap-image', { image_key: key, face_key: key, callback_url: url }), 'id'));
};

/** The event of a delivery: signed over its bytes and by nobody else, and in it the job as it was polled at that moment. */
const verified = (setting: Setting, heard: Heard | undefined, secret: string): WebhookEvent => {
  if (heard === undefined) throw new Error('a delivery is missing');
  const signature = heard.headers[setting.header.toLowerCase()];
  const event = constructEvent(heard.raw, signature, secret);
  expect(isSignedWith(setting, heard, `${secret}x`)).toBe(false);
  expect(isSignedWith(setting, { ...heard, raw: Buffer.concat([heard.raw, Buffer.from(' ')]) }, secret)).toBe(false);
  expect(heard.headers['content-type']).toMatch(/^application\/json(?:; charset=utf-8)?$/);
  const members = Object.keys(event).filter((name) => name !== 'object');
  expect(members.sort()).toEqual(['data', 'delivery_id', 'event', 'sent_at']);
  // A link may be renewed (gaps `link-renewal`, `delivery-link`), a null error left out of the polled job (`succeeded-error`).
  expect(withoutSignature(event.data)).toEqual(withoutSignature({ error: null, ...(heard.polled as object) }));
  return event;
};

const isSignedWith = ({ header }: Setting, heard: Heard | undefined, secret: string): boolean => {
  try {
    constructEvent(heard?.raw ?? '', heard?.headers[header.toLowerCase()], secret);
    return true;
  } catch {
    return false;
  }
};

const withoutSignature = (job: object): object => {
  const link = at(job, 'output_url');
  return typeof link === 'string' ? { ...job, output_url: link.replace(/\?.*/, '') } : job;
};

/** Times may be written in whole seconds. */
const expectBetween = (from: Date, time: string, to: number | undefined): void => {
  expect(time).toMatch(/(?:Z|\+00:00)$/);
  expect(Date.parse(time)).toBeGreaterThanOrEqual(Math.floor(from.getTime() / 1000) * 1000);
  expect(Date.parse(time)).toBeLessThanOrEqual(Number(to));
};

type Heard = {
  readonly raw: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** The mock's time, in milliseconds. */
  readonly at: number;
  readonly polled: unknown;
};

type Witness = {
  readonly url: string;
  readonly heard: Heard[];
  /** Statuses for the next requests; 200 for those after them. */
  readonly answers: number[];
  readonly close: () => Promise<void>;
};

/** A receiver on loopback that polls the job it is told of before it answers. */
const openWitness = async (client: Client, caller: Caller): Promise<Witness> => {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const raw = Buffer.concat(pieces);
      const now = client.clock.now().getTime();
      const answer = answers.shift() ?? 200;
      void caller
        .call('GET', `/jobs/${String(at(JSON.parse(raw.toString()), 'data', 'id'))}`)
        .then((seen) => heard.push({ raw, headers: request.headers, at: now, polled: success(seen) }))
        .finally(() => response.writeHead(answer).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    heard,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
