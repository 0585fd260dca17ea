/** Receivers that keep the document in ways of their own, strict and lenient: none of them may be blamed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Mistake, type Parts, header } from './frame.case.ts';

/** The status of an answer to a delivery that was verified, but for what a strict receiver refuses. */
const refusing =
  (status: number, isOdd: (body: Buffer) => boolean): Mistake =>
  (_, right) => ({
    handle: async (request, response) => {
      const body = await right.read(request);
      if (!right.verify(request, body)) return void response.writeHead(403).end();
      if (isOdd(body)) return void response.writeHead(status).end();
      const webhook = JSON.parse(body.toString()) as { readonly delivery_id: string };
      response.writeHead(await right.take(webhook, webhook.delivery_id)).end();
    },
  });

const rejecting =
  (reject: (...told: Parameters<Parts['handle']>) => void): Mistake =>
  (_, right) => ({
    handle: async (request, response) => {
      const body = await right.read(request);
      const isRight = right.verify(request, body);
      if (!isRight) return reject(request, response);
      const webhook = JSON.parse(body.toString()) as { readonly delivery_id: string };
      response.writeHead(await right.take(webhook, webhook.delivery_id)).end();
    },
  });

const answering =
  (status: number): Mistake =>
  (_, right) => ({ take: async (webhook, key) => (await right.take(webhook, key), status) });

const known = ['job.succeeded', 'job.failed'];

export const lawful: { readonly [words: string]: Mistake } = {
  'as the document has it': () => ({}),
  'answers 204': answering(204),
  'answers 299': answering(299),
  'refuses events that it does not know': refusing(
    400,
    (body) => !known.some((event) => body.includes(`"event": "${event}"`) || body.includes(`"event":"${event}"`)),
  ),
  'refuses members that it does not know': refusing(422, (body) => /attempt|duration_sec/.test(body.toString())),
  'refuses error codes that it does not know': refusing(422, (body) => body.includes('voice_not_detected')),
  'refuses bodies above 8 KiB': refusing(413, (body) => body.byteLength > 8_192),
  'refuses what it has taken before': (running, right) => ({
    take: async (webhook, key) => (running.seen.has(key) ? 409 : right.take(webhook, key)),
  }),
  'refuses bytes that it has seen before': (_, right) => {
    const seen = new Set<string>();
    return {
      verify: (request, body) => {
        const value = String(request.headers[header]);
        const isRight = right.verify(request, body) && !seen.has(value);
        if (isRight) seen.add(value);
        return isRight;
      },
    };
  },
  'takes one way of writing the header alone': (_, right) => ({
    verify: (request, body) =>
      /^t=\d{10},v1=[0-9a-f]{64}$/.test(String(request.headers[header])) && right.verify(request, body),
  }),
  'reads many ways of writing the header': (_, right) => ({
    parse: (text) => right.parse(text.toLowerCase().replaceAll(/\s+/g, '').replace(/,$/, '')),
  }),
  'needs a length': (_, right) => ({
    handle: async (request, response) => {
      if (request.headers['content-length'] !== undefined) return right.handle(request, response);
      response.writeHead(411).end();
    },
  }),
  'acts once for a job': () => ({ key: ({ data }) => data?.id ?? '' }),
  'acts on nothing': () => ({ take: async () => 200 }),
  'acts on jobs that succeeded alone': (_, right) => ({
    take: async (webhook, key) => (webhook.event === 'job.succeeded' ? right.take(webhook, key) : 200),
  }),
  'rejects with 500': rejecting((_, response) => void response.writeHead(500).end()),
  'rejects with a redirect': rejecting((_, response) => void response.writeHead(302, { location: '/' }).end()),
  'rejects with 404 and a page': rejecting(
    (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>'),
  ),
  'rejects by hanging up': rejecting((request) => void request.socket.destroy()),
  'takes a while': (_, right) => ({
    take: async (webhook, key) => {
      await sleep(20);
      return right.take(webhook, key);
    },
  }),
  'says to go on first': (_, right) => ({
    handle: async (request, response) => {
      response.writeContinue();
      await right.handle(request, response);
    },
  }),
  'compares ages by parts of a second': () => ({ fresh: (t) => Math.abs(Date.now() / 1_000 - t) <= 300 }),
  'has a clock that is three seconds ahead': (_, right) => ({ fresh: (t, now, body) => right.fresh(t, now + 3, body) }),
};
