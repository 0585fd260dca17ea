/** Receivers that act twice, or not at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Broken } from './broken.case.ts';
import { header, one, parsed } from './frame.case.ts';

const once = 'events.content.delivery-id-deduplicated';

export const repeats: readonly Broken[] = [
  {
    id: 'repeat.no-memory',
    clause: once,
    mistake: (running) => ({
      take: async () => {
        running.acted += 1;
        return 200;
      },
    }),
  },
  { id: 'repeat.by-signature', clause: once, mistake: () => ({ key: (_, { headers }) => one(headers[header]) ?? '' }) },
  {
    id: 'repeat.by-t',
    clause: once,
    mistake: (_, right) => ({ key: (__, { headers }) => right.parse(one(headers[header]) ?? '').t }),
  },
  { id: 'repeat.by-bytes', clause: once, mistake: () => ({ key: (_, __, body) => body.toString('latin1') }) },
  {
    id: 'repeat.by-sent-at',
    clause: once,
    mistake: () => ({ key: ({ delivery_id, sent_at }) => `${delivery_id} ${sent_at}` }),
  },
  { id: 'repeat.by-event', clause: once, mistake: () => ({ key: ({ event }) => event ?? '' }) },
  {
    id: 'repeat.by-small-letters',
    clause: once,
    mistake: (_, right) => ({ key: (webhook, ...rest) => right.key(webhook, ...rest).toLowerCase() }),
  },
  {
    id: 'repeat.by-sixteen-letters',
    clause: once,
    mistake: (_, right) => ({ key: (...told) => right.key(...told).slice(0, 16) }),
  },
  {
    id: 'repeat.remembers-ten',
    clause: once,
    mistake: (running, right) => ({
      take: async (webhook, key) => {
        const [eldest] = running.seen;
        if (running.seen.size >= 10 && eldest !== undefined) running.seen.delete(eldest);
        return right.take(webhook, key);
      },
    }),
  },
  {
    id: 'repeat.remembers-the-last',
    clause: once,
    mistake: (running, right) => ({
      take: async (webhook, key) => {
        if (!running.seen.has(key)) running.seen.clear();
        return right.take(webhook, key);
      },
    }),
  },
  {
    id: 'repeat.looks-before-it-writes',
    clause: once,
    mistake: (running) => ({
      take: async (_, key) => {
        if (running.seen.has(key)) return 200;
        // As long as a database takes.
        await sleep(30);
        running.seen.add(key);
        running.acted += 1;
        return 200;
      },
    }),
  },
  {
    id: 'repeat.failures-again',
    clause: once,
    mistake: (running, right) => ({
      take: async (webhook, key) => {
        if (webhook.event !== 'job.failed') return right.take(webhook, key);
        running.acted += 1;
        return 200;
      },
    }),
  },
  {
    id: 'repeat.forgets-what-is-old',
    clause: once,
    mistake: (running, right) => ({
      take: async (webhook, key) => {
        if (Date.now() - Date.parse(webhook.sent_at ?? '') > 600_000) running.seen.delete(key);
        return right.take(webhook, key);
      },
    }),
  },
  {
    id: 'repeat.third-time',
    clause: once,
    mistake: (running, right) => {
      const times = new Map<string, number>();
      return {
        take: async (webhook, key) => {
          times.set(key, (times.get(key) ?? 0) + 1);
          if (times.get(key) === 6) running.seen.delete(key);
          return right.take(webhook, key);
        },
      };
    },
  },
  {
    id: 'repeat.noted-before-it-is-verified',
    clause: once,
    mistake: (running, right) => {
      const noted = new Set<string>();
      return {
        verify: (request, body) => {
          const isRight = right.verify(request, body);
          const id = parsed(body).delivery_id ?? '';
          if (!isRight) noted.add(id);
          return isRight;
        },
        take: async (webhook, key) => {
          if (noted.has(key)) running.seen.add(key);
          return right.take(webhook, key);
        },
      };
    },
  },
  {
    id: 'repeat.noted-and-refused',
    clause: 'events.signature.valid-accepted',
    mistake: (_, right) => {
      const noted = new Set<string>();
      return {
        verify: (request, body) => {
          const id = parsed(body).delivery_id ?? '';
          const isRight = right.verify(request, body) && !noted.has(id);
          if (!isRight) noted.add(id);
          return isRight;
        },
      };
    },
  },
];
