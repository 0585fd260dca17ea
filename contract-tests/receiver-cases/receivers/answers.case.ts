/** Receivers that answer late, wrongly or not at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Broken } from './broken.case.ts';

const inTime = 'events.delivery.answered-in-time';
const accepted = 'events.signature.valid-accepted';

/** Work that takes longer than anybody waits. */
const endless = (): Promise<number> => new Promise(() => undefined);

/** The webhook is acted on, and the answer is another. */
const answering = (id: string, status: number): Broken => ({
  id: `answer.${id}`,
  clause: inTime,
  mistake: (_, right) => ({
    take: async (webhook, key) => {
      await right.take(webhook, key);
      return status;
    },
  }),
});

export const answers: readonly Broken[] = [
  { id: 'answer.never', clause: inTime, waitMs: 300, mistake: () => ({ take: endless }) },
  {
    id: 'answer.after-the-work',
    clause: inTime,
    waitMs: 1_500,
    // A failed job is looked into first.
    mistake: (_, right) => ({
      take: async (webhook, key) =>
        webhook.data?.error?.code === 'processing_failed' ? endless() : right.take(webhook, key),
    }),
  },
  {
    id: 'answer.one-at-a-time',
    clause: accepted,
    mistake: (_, right) => {
      let isBusy = false;
      return {
        take: async (webhook, key) => {
          if (isBusy) return 503;
          isBusy = true;
          await sleep(20);
          isBusy = false;
          return right.take(webhook, key);
        },
      };
    },
  },
  answering('redirects', 302),
  answering('with-500-after-it-acted', 500),
  answering('with-304', 304),
  {
    id: 'answer.hangs-up',
    clause: inTime,
    mistake: (_, right) => ({
      take: async (webhook, key) => right.take(webhook, key),
      handle: async (request, response) => {
        const body = await right.read(request);
        if (!right.verify(request, body)) return void response.writeHead(401).end();
        const webhook = JSON.parse(body.toString()) as { readonly delivery_id: string };
        await right.take(webhook, webhook.delivery_id);
        request.socket.destroy();
      },
    }),
  },
  {
    id: 'answer.refuses-failures',
    clause: accepted,
    mistake: (_, right) => ({
      take: async (webhook, key) => (webhook.event === 'job.failed' ? 422 : right.take(webhook, key)),
    }),
  },
  {
    id: 'answer.refuses-older-ones',
    clause: accepted,
    mistake: (_, right) => {
      let newest = 0;
      return {
        take: async (webhook, key) => {
          const at = Date.parse(webhook.sent_at ?? '');
          if (at < newest - 60_000) return 409;
          newest = Math.max(newest, at);
          return right.take(webhook, key);
        },
      };
    },
  },
  {
    id: 'answer.refuses-free-ones',
    clause: accepted,
    mistake: (_, right) => ({
      verify: (request, body) => right.verify(request, body) && !/"succeeded".*"charged_usd":0,/.test(body.toString()),
    }),
  },
  {
    id: 'answer.money-in-cents',
    clause: accepted,
    mistake: (_, right) => ({
      verify: (request, body) => right.verify(request, body) && !/"charged_usd":\d+\.\d{4,}/.test(body.toString()),
    }),
  },
  {
    id: 'answer.wants-milliseconds',
    clause: accepted,
    mistake: (_, right) => ({
      take: async (webhook, key) => (/\.\d{3}Z$/.test(webhook.sent_at ?? '') ? right.take(webhook, key) : 400),
    }),
  },
  {
    id: 'answer.link-of-500-letters',
    clause: accepted,
    mistake: (_, right) => ({
      verify: (request, body) => right.verify(request, body) && !/"output_url":"[^"]{500}/.test(body.toString()),
    }),
  },
  {
    id: 'answer.dies-of-an-unknown-event',
    clause: accepted,
    mistake: (running, right) => ({
      take: async (webhook, key) => {
        if (!['job.succeeded', 'job.failed'].includes(webhook.event ?? '')) running.die();
        return right.take(webhook, key);
      },
    }),
  },
  {
    id: 'answer.dies-of-an-empty-body',
    clause: accepted,
    mistake: (running, right) => ({
      verify: (request, body) => {
        const isRight = right.verify(request, body);
        if (isRight && body.byteLength === 0) running.die();
        return isRight;
      },
    }),
  },
];
