/** What a client sees of `spec/gaps/wire/usage.ts`. */
import { expect, vi } from 'vitest';
import type { usage as gaps } from '../../spec/gaps/wire/usage.ts';
import { openStream } from '../sockets/client.case.ts';
import { type Client, at, codeOf } from './client.case.ts';
import type { Rows } from './row.case.ts';

/** An image at 00:00:01.050, then a spoken text. */
const use = async (client: Client): Promise<void> => {
  await client.finishedImage();
  await client.speak('x'.repeat(1_000));
  await client.clock.advance({ seconds: 60 });
};

/** The number of records that a query finds, or the code of its refusal. */
const found = async (client: Client, query: string): Promise<unknown> => {
  const seen = await client.get(`/usage?${query}`);
  return codeOf(seen) ?? at(seen.body, 'length');
};

const fieldOfNewest = async (client: Client, field: string): Promise<unknown> =>
  at((await client.get('/usage')).body, 0, field);

export const usage: Rows<keyof typeof gaps> = {
  'usage-order': {
    look: async (client) => {
      await use(client);
      const features = ((await client.get('/usage')).body as unknown[]).map((record) => at(record, 'feature'));
      return [...features, at((await client.get('/usage?limit=1')).body, 0, 'feature')];
    },
    sees: {
      'newest-first': ['voice_clone', 'face_swap_image', 'voice_clone'],
      'oldest-first': ['face_swap_image', 'voice_clone', 'face_swap_image'],
    },
  },
  'usage-limit-over': {
    look: async (client) => [await found(client, 'limit=501'), await found(client, 'limit=500')],
    sees: { refused: ['invalid_input', 0], capped: [0, 0] },
  },
  'usage-limit-zero': {
    look: async (client) => {
      await use(client);
      return [await found(client, 'limit=0'), await found(client, 'limit=-1'), await found(client, 'limit=1')];
    },
    sees: { refused: ['invalid_input', 'invalid_input', 1], empty: [0, 'invalid_input', 1] },
  },
  'date-filter': {
    look: async (client) => {
      await client.finishedImage();
      const instant = '2026-01-01T00:00:01.050Z';
      return [
        await found(client, `from=${instant}`),
        await found(client, `to=${instant}`),
        await found(client, 'to=2026-01-01'),
        await found(client, 'from=1767225601&to=1767225602'),
      ];
    },
    sees: {
      iso: [1, 0, 0, 'invalid_input'],
      'iso-to-included': [1, 1, 1, 'invalid_input'],
      'epoch-seconds': ['invalid_input', 'invalid_input', 'invalid_input', 1],
    },
  },
  'date-filter-unreadable': {
    look: async (client) => {
      await use(client);
      return [await found(client, 'from=yesterday'), await found(client, 'to=2026-02-30&from=2026-01-01')];
    },
    sees: { refused: ['invalid_input', 'invalid_input'], ignored: [2, 2] },
  },
  'date-filter-reversed': {
    look: async (client) => {
      await use(client);
      const summary = await client.get('/usage/summary?from=2026-02-01&to=2026-01-01');
      return [await found(client, 'from=2026-02-01&to=2026-01-01'), codeOf(summary) ?? at(summary.body, 'count')];
    },
    sees: { refused: ['invalid_input', 'invalid_input'], empty: [0, 0] },
  },
  'summary-body': {
    look: async (client) => {
      await use(client);
      return (await client.get('/usage/summary')).body;
    },
    sees: {
      'with-features': {
        from: null,
        to: null,
        count: 2,
        charged_usd: 0.08,
        features: {
          face_swap_image: { count: 1, charged_usd: 0.03 },
          voice_clone: { count: 1, charged_usd: 0.05 },
        },
      },
      'totals-only': { count: 2, charged_usd: 0.08 },
      list: [
        { feature: 'face_swap_image', count: 1, charged_usd: 0.03 },
        { feature: 'voice_clone', count: 1, charged_usd: 0.05 },
      ],
    },
  },
  'usage-id': {
    look: async (client) => {
      const { body } = await client.finishedImage();
      return (await fieldOfNewest(client, 'id')) === at(body, 'id');
    },
    sees: { own: false, 'of-the-call': true },
  },
  'endpoint-names': {
    look: async (client) => {
      await client.finishedImage();
      const swap = await fieldOfNewest(client, 'endpoint');
      await client.post('/full-live-swap/session', { duration_minutes: 1 });
      await client.clock.advance({ seconds: 3_600 });
      return [swap, await fieldOfNewest(client, 'endpoint')];
    },
    sees: {
      'path-name': ['face-swap-image', 'full-live-swap'],
      path: ['/face-swap-image', '/full-live-swap/session'],
      'full-path': ['/api/v1/face-swap-image', '/api/v1/full-live-swap/session'],
    },
  },
  'feature-names': {
    look: async (client) => {
      await client.finishedImage();
      const card = Object.keys((await client.get('/pricing')).body as object);
      const summary = at((await client.get('/usage/summary')).body, 'features') as object;
      return [await fieldOfNewest(client, 'feature'), Object.keys(summary), card.slice(-3)];
    },
    sees: {
      underscores: [
        'face_swap_image',
        ['face_swap_image'],
        ['full_live_swap', 'full_live_swap_standard', 'voice_changer'],
      ],
      suffixed: [
        'face_swap_image_v1',
        ['face_swap_image_v1'],
        ['full_live_swap', 'full_live_swap_standard', 'voice_changer_v1'],
      ],
    },
  },
  'usage-status': {
    look: async (client) => {
      await client.speak('a');
      const meanwhile = await fieldOfNewest(client, 'status');
      await client.clock.advance({ seconds: 60 });
      return [meanwhile, await fieldOfNewest(client, 'status')];
    },
    sees: { processing: ['processing', 'succeeded'], pending: ['pending', 'succeeded'] },
  },
  'failed-job-reason': {
    look: async (client) => {
      const reasons = [];
      for (const word of ['face_not_detected', 'content_rejected', 'processing_failed', 'timed_out']) {
        expect(at((await client.finishedImage(`magic_${word}`)).body, 'status')).toBe('failed');
        reasons.push(await fieldOfNewest(client, 'reason'));
      }
      return reasons;
    },
    sees: {
      'render-failed': ['render_failed', 'render_failed', 'render_failed', 'timed_out'],
      'render-only': [null, null, 'render_failed', 'timed_out'],
    },
  },
  'no-stream-status': {
    look: async (client) => {
      await client.post('/voice/session', {});
      await client.clock.advance({ seconds: 3_600 });
      return [await fieldOfNewest(client, 'status'), await fieldOfNewest(client, 'reason')];
    },
    sees: { succeeded: ['succeeded', 'no_stream'], failed: ['failed', 'no_stream'] },
  },
  'usage-period': {
    look: async (client) => {
      await use(client);
      await client.clock.advance({ seconds: 31 * 86_400 });
      await client.finishedImage();
      const summary = await client.get('/usage/summary');
      return [await found(client, ''), await found(client, 'from=2026-01-01'), at(summary.body, 'count')];
    },
    sees: { all: [3, 3, 3], '30d': [1, 3, 3] },
  },
  'session-reason': {
    options: { port: 0 },
    look: async (client) => {
      const reasons = [];
      for (const end of ['close', 'terminate'] as const) {
        const { body } = await client.post('/voice/session', {});
        const stream = await openStream(
          `${String(at(body, 'stream_url'))}?session_token=${String(at(body, 'session_token'))}`,
        );
        await stream.received(1);
        stream.ws[end]();
        await stream.closed;
        const count = reasons.length + 1;
        await vi.waitFor(async () => expect(await found(client, '')).toBe(count));
        reasons.push(await fieldOfNewest(client, 'reason'));
        await client.clock.advance({ seconds: 1 });
      }
      return reasons;
    },
    sees: { none: [null, null], slugs: ['cancelled', 'timed_out'] },
  },
  'no-stream-time': {
    look: async (client) => {
      await client.post('/voice/session', {});
      await client.clock.advance({ seconds: 24 * 3_600 });
      return found(client, '');
    },
    sees: { 'token-expiry': 1, never: 0 },
  },
};
