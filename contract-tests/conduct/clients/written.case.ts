/** Entries of journals as the mock writes them, made by hand: for what no small client does by itself. */
import type { JournalEntry, RequestEntry, SocketEntry } from '../../../spec/schemas/journal.ts';

export const second = 1_000;

export type Told = { readonly status: number; readonly answered: unknown };

export type Asked = Told & {
  readonly at: number;
  readonly ms?: number;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly faults?: string[];
};

export function answer(status: number, answered: unknown): Told {
  return { status, answered };
}

export function accepted(id: string): Told {
  return answer(202, { id, status: 'queued', status_url: `/api/v1/jobs/${id}` });
}

export function stamp(ms: number): string {
  return new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
}

/** @param line method and path @param asked times in milliseconds */
export function call(operation: string | null, line: string, asked: Asked): RequestEntry {
  const { at, ms = 1, body, headers = {}, faults = [], status, answered } = asked;
  const [method = '', path = ''] = line.split(' ');
  return {
    kind: 'request',
    seq: 1,
    at: stamp(at),
    account_id: 'acc_1',
    faults,
    key_id: 'key_1',
    operation,
    method,
    path: `/api/v1${path}`,
    request: {
      headers: Object.entries({ authorization: 'Bearer [redacted]', ...headers }).map(([name, value]) => ({
        name,
        value,
      })),
      body: written(body),
    },
    response: { status, headers: [], body: written(answered) },
    duration_ms: ms,
    notes: [],
  };
}

export function order(
  asked: Asked & { script?: string; image?: string; key?: string; callback_url?: string },
): RequestEntry {
  const { script = 'a', image = 'file_1', key, callback_url, ...rest } = asked;
  const body = { image_key: image, script, ...(callback_url !== undefined && { callback_url }) };
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) };
  return call('submitAvatar', 'POST /avatar', { ...rest, body, headers });
}

export function poll(id: string, seconds: number, status: string): RequestEntry {
  return call('getJob', `GET /jobs/${id}`, { at: seconds * second, ...answer(200, { id, status }) });
}

export function delivery(about: { attempt: number; at: string; next_at: string | null }): JournalEntry {
  return {
    kind: 'delivery',
    seq: 1,
    account_id: 'acc_1',
    faults: [],
    delivery_id: 'dlv_1',
    job_id: 'job_1',
    url: 'https://shop.example/hooks',
    request: { headers: [], body: written({ event: 'job.failed' }) },
    status: 500,
    failure: null,
    duration_ms: 1,
    ...about,
  };
}

export function socket(about: object): SocketEntry {
  return {
    kind: 'socket',
    seq: 1,
    at: stamp(0),
    account_id: 'acc_1',
    faults: [],
    session_id: 'ses_1',
    connection: 1,
    event: 'connected',
    code: null,
    detail: null,
    received: { frames: 0, bytes: 0 },
    sent: { frames: 0, bytes: 0 },
    ...about,
  };
}

function written(body: unknown): RequestEntry['request']['body'] {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { bytes: text.length, text, truncated: false };
}
