/** A request of the client as rules look at it: what was asked, what came of it, and whether the client can have read that. */
import { type OperationId, operations } from '../../spec/operations.ts';
import type { JournalBody, JournalHeader, RequestEntry } from '../../spec/schemas/journal.ts';

export type Json = { readonly [name: string]: unknown };

export type Call = {
  readonly seq: number;
  readonly entry: RequestEntry;
  /** By the mock's clock, in milliseconds. */
  readonly at: number;
  readonly endedAt: number;
  readonly method: string;
  /** Without query, and without a slash at the end. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly operation: OperationId | null;
  /** Null where no answer was sent. */
  readonly status: number | null;
  /** Of a refusal. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** The body sent, where it is a JSON object that the journal shows whole. */
  readonly body: Json | undefined;
  /** The body answered, likewise. */
  readonly answer: Json | undefined;
  /** The same for two requests that ask for the same. */
  readonly identity: string;
  /** Whether the whole answer went out unspoilt and in time. */
  readonly told: boolean;
  /** Whether the client cannot have read the answer. */
  readonly lost: boolean;
  readonly header: (name: string) => string | undefined;
};

export const callOf = (entry: RequestEntry): Call => {
  const { seq, method, request, response, faults } = entry;
  const [path = '', query = ''] = entry.path.split('?');
  const at = Date.parse(entry.at);
  const body = jsonIn(request.body);
  const answer = response === null ? undefined : jsonIn(response.body);
  const refused = response !== null && response.status >= 400 ? refusalIn(answer) : undefined;
  const isLost = response === null || faults.some((fault) => losing.has(fault));
  return {
    seq,
    entry,
    at,
    endedAt: at + entry.duration_ms,
    method,
    path: path.length > 1 ? path.replace(/\/$/, '') : path,
    query: new URLSearchParams(query),
    operation: entry.operation !== null && entry.operation in operations ? (entry.operation as OperationId) : null,
    status: response?.status ?? null,
    code: refused?.code,
    message: refused?.message,
    body,
    answer,
    identity: `${method} ${path}?${query} ${bodyIdentity(request.body, body)}`,
    told: !isLost && !faults.some((fault) => spoiling.has(fault)),
    lost: isLost,
    header: (name) => valueIn(request.headers, name),
  };
};

/** What makes a submit: a job endpoint. */
export const isSubmit = ({ operation }: Call): boolean => operation !== null && 'job' in operations[operation];

export const isSessionCall = ({ operation }: Call): boolean =>
  operation === 'createLiveSwapSession' || operation === 'createVoiceSession';

export const isAccepted = ({ status }: Call): boolean => status !== null && status >= 200 && status < 300;

/** Equal for bodies that say the same, whatever the order of their members. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
};

/** The client got nothing of use. */
const losing: ReadonlySet<string> = new Set([
  'request-drop-before-commit',
  'request-drop-after-commit',
  'request-drop-mid-reply',
  'request-truncated-body',
  'request-malformed-json',
]);

/** It may have given up before the answer came, or not have known what to make of it. */
const spoiling: ReadonlySet<string> = new Set(['request-delay', 'request-wrong-content-type']);

const jsonIn = ({ text, truncated }: JournalBody): Json | undefined => {
  if (text === null || truncated || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const bodyIdentity = ({ bytes, text }: JournalBody, body: Json | undefined): string =>
  body === undefined ? `${bytes} ${text}` : canonical(body);

/** In any layout that the gap `error-body` knows. */
const refusalIn = (answer: Json | undefined): { readonly code?: string; readonly message?: string } => {
  const errors = answer?.['errors'];
  const place = answer?.['error'] ?? (Array.isArray(errors) ? (errors[0] as unknown) : answer);
  const { code, message } = (typeof place === 'object' && place !== null ? place : {}) as Json;
  return { ...(typeof code === 'string' && { code }), ...(typeof message === 'string' && { message }) };
};

const valueIn = (headers: readonly JournalHeader[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value;
