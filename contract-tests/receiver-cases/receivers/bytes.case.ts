/** Receivers that verify over something else than the bytes that arrived. */
import type { Broken } from './broken.case.ts';
import { one } from './frame.case.ts';

const raw = 'events.signature.raw-bytes';

/** @param read what becomes of the body before it is verified */
const over = (id: string, read: (body: Buffer) => Buffer | string, more: Partial<Broken> = {}): Broken => ({
  id: `bytes.${id}`,
  clause: raw,
  ...more,
  mistake: (_, right) => ({ signed: (t, body) => right.signed(t, Buffer.from(read(body))) }),
});

/** As a parser leaves it, and nothing of what is none. */
const again = (body: Buffer, write: (json: unknown) => string): string => {
  try {
    return write(JSON.parse(body.toString()) as unknown);
  } catch {
    return body.toString('latin1');
  }
};

const sorted = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.fromEntries(
        Object.entries(json)
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, value]) => [name, sorted(value)]),
      )
    : json;

/** Tries the bytes, and then something that is friendlier. */
const orElse = (id: string, friendlier: (body: Buffer) => Buffer | string): Broken => ({
  id: `bytes.${id}`,
  clause: raw,
  mistake: (_, right) => ({
    verify: (request, body) => right.verify(request, body) || right.verify(request, Buffer.from(friendlier(body))),
  }),
});

export const bytes: readonly Broken[] = [
  over('written-anew', (body) => again(body, (json) => JSON.stringify(json))),
  over('put-together-anew', (body) =>
    again(body, (json) => {
      const { event, sent_at, delivery_id, data } = json as { readonly [name: string]: unknown };
      return JSON.stringify({ event, sent_at, delivery_id, data });
    }),
  ),
  over('as-latin-1', (body) => body.toString('latin1')),
  over('lossy-text', (body) => body.toString()),
  over('without-white-space-at-the-ends', (body) =>
    body.toString('latin1').trim() === body.toString('latin1')
      ? body
      : Buffer.from(body.toString('latin1').trim(), 'latin1'),
  ),
  over('text-without-mark', (body) => new TextDecoder().decode(body)),
  over('composed', (body) => body.toString().normalize('NFC')),
  over('line-ends', (body) => (body.includes('\r\n') ? body.toString().replaceAll('\r\n', '\n') : body)),
  over('slashes', (body) => (body.includes('\\/') ? body.toString().replaceAll('\\/', '/') : body)),
  over('ascii-alone', (body) => Buffer.from(body.filter((byte) => byte < 128))),
  orElse('or-written-anew', (body) => again(body, (json) => JSON.stringify(json))),
  orElse('or-sorted', (body) =>
    again(body, (json) => {
      const { event, sent_at, delivery_id, data } = sorted(json) as { [name: string]: unknown };
      return JSON.stringify({ event, sent_at, delivery_id, data: inOrder(data) });
    }),
  ),
  {
    id: 'bytes.of-the-first-packet',
    clause: 'events.signature.valid-accepted',
    mistake: () => ({
      read: (request) =>
        new Promise((resolve) => {
          request.once('data', (chunk: Buffer) => resolve(chunk));
          request.once('end', () => resolve(Buffer.alloc(0)));
        }),
    }),
  },
  {
    id: 'bytes.four-kib-at-most',
    clause: 'events.signature.valid-accepted',
    mistake: (_, right) => ({
      handle: async (request, response) => {
        if (Number(request.headers['content-length'] ?? 0) <= 4_096) return right.handle(request, response);
        request.resume();
        response.writeHead(413).end();
      },
    }),
  },
  {
    id: 'bytes.json-media-type-alone',
    clause: 'events.signature.valid-accepted',
    mistake: (_, right) => ({
      verify: (request, body) => request.headers['content-type'] === 'application/json' && right.verify(request, body),
    }),
  },
  {
    id: 'bytes.no-strange-headers',
    clause: 'events.signature.valid-accepted',
    mistake: (_, right) => ({
      verify: (request, body) => one(request.headers['x-request-id']) === undefined && right.verify(request, body),
    }),
  },
];

function inOrder(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const { id, status, output_url, charged_usd, error } = data as { readonly [name: string]: unknown };
  return { id, status, output_url, charged_usd, error };
}
