/** Requests as a client writes them, to a service with one good key, one revoked key and files of each kind. */
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import type { Raw } from '../form.ts';
import { Known } from './known.ts';
import type { SentRequest } from '../wire/exchange.ts';

export const baseUrl = 'http://service.example/api/v1';

/** @param files keys of files that exist, with their kinds */
export const knownWith = (files: Readonly<Record<string, 'image' | 'audio' | 'video'>> = {}): Known => {
  const known = new Known({ baseUrl, key: 'key', secondKey: 'other', revokedKey: 'revoked' });
  for (const [key, kind] of Object.entries(files)) known.noteFile(key, kind);
  known.voices.add('amber');
  return known;
};

type Written = {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead. */
  readonly raw?: Raw;
  readonly search?: string;
  readonly jobId?: string;
  readonly headers?: { readonly [name: string]: string };
};

/** A request with the good key, unless its headers have another. */
export const requestOf = (
  id: OperationId,
  { body, raw, search = '', jobId = 'job', headers = {} }: Written = {},
): SentRequest => {
  const { method, path }: Operation = operations[id];
  const bytes = raw?.bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  return {
    method,
    url: baseUrl + path.replace('{job_id}', jobId) + search,
    headers: {
      authorization: 'Bearer key',
      ...(bytes !== undefined && { 'content-type': raw?.type ?? 'application/json' }),
      ...headers,
    },
    body: bytes,
    ...(raw?.padding !== undefined && { padding: raw.padding }),
  };
};
