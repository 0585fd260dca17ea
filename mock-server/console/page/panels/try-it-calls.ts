/** Calls of the service as its customers make them: with a key of the account, each written down as it goes, with its command for a shell. */
import { signal } from '@preact/signals';
import { ask } from '../ask.ts';
import { pageTime, worldVersion } from '../store.ts';
import { token } from '../token.ts';

export type Call = {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly curl: string;
  /** Undefined while it is on its way; null where nothing came back. */
  readonly status: number | null | undefined;
  readonly ms: number;
  readonly answer: string;
};

/** What a call sends. */
export type Sending =
  | { readonly method: 'GET' }
  | { readonly method: 'POST'; readonly body: object; readonly idempotencyKey?: string }
  | { readonly method: 'POST'; readonly file: Blob; readonly fileName: string };

export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Newest last. */
export const calls = signal<readonly Call[]>([]);

const callsKept = 200;

export const base = '/api/v1';

const keys = new Map<string, Promise<string>>();

/** A key of an account, made once for the page: what there was before is shown to nobody again. */
const keyOf = (account: string): Promise<string> => {
  const name = `${worldVersion.value}/${account}`;
  const made =
    keys.get(name) ??
    ask<{ api_key: string }>(`accounts/${encodeURIComponent(account)}/keys`, 'POST').then(({ api_key }) => api_key);
  keys.set(name, made);
  made.catch(() => keys.delete(name));
  return made;
};

/** @param path on this mock, with the version in it. Throws `NotTaken` with the words of the service. */
export const call = async <Answer>(account: string, path: string, sending: Sending): Promise<Answer> => {
  const key = await keyOf(account);
  const n = (calls.value.at(-1)?.n ?? 0) + 1;
  const begun = pageTime();
  const { method } = sending;
  const written = { n, method, path, curl: curlOf(path, sending), answer: '', ms: 0 };
  put({ ...written, status: undefined });
  try {
    const response = await fetch(path, { method, ...messageOf(sending, key) });
    const text = await response.text();
    put({ ...written, status: response.status, ms: pageTime() - begun, answer: text });
    if (response.ok) return JSON.parse(text) as Answer;
    // A key that was revoked meanwhile: the next call makes another.
    if (response.status === 401) keys.clear();
    throw new NotTaken(response.status, `${method} ${path} was answered with ${response.status}: ${text}`);
  } catch (error) {
    if (!(error instanceof NotTaken)) put({ ...written, status: null, ms: pageTime() - begun, answer: String(error) });
    throw error;
  }
};

const put = (one: Call): void => {
  const others = calls.value.filter(({ n }) => n !== one.n);
  calls.value = [...others, one].sort((a, b) => a.n - b.n).slice(-callsKept);
};

const messageOf = (sending: Sending, key: string): RequestInit => {
  // With the token it is known for a call of the console's: nobody's client is judged by it.
  const own = { authorization: `Bearer ${key}`, 'x-understudy-token': token.value };
  if ('file' in sending) {
    const form = new FormData();
    form.set('file', sending.file, sending.fileName);
    return { headers: own, body: form };
  }
  if (!('body' in sending)) return { headers: own };
  const { body, idempotencyKey } = sending;
  return {
    headers: {
      ...own,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  };
};

const curlOf = (path: string, sending: Sending): string => {
  const parts = [
    `curl ${sending.method === 'GET' ? '' : `-X ${sending.method} `}${quoted(location.origin + path)}`,
    '-H "authorization: Bearer $UNDERSTUDY_API_KEY"',
  ];
  if ('file' in sending) parts.push(`-F ${quoted(`file=@${sending.fileName};type=${sending.file.type}`)}`);
  if ('body' in sending) {
    parts.push(`-H 'content-type: application/json'`);
    if (sending.idempotencyKey !== undefined) parts.push(`-H ${quoted(`idempotency-key: ${sending.idempotencyKey}`)}`);
    parts.push(`--data-raw ${quoted(JSON.stringify(sending.body))}`);
  }
  return parts.join(' \\\n  ');
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
