/** Why an attempt got no answer: errors of sockets, TLS and parser in the few words that the list of deliveries knows. */
import { errors } from 'undici';
import type { AttemptFailure, AttemptOutcome } from '../domain/delivery.ts';

export type Failed = Extract<AttemptOutcome, { kind: 'failed' }>;

export const failed = (failure: AttemptFailure, detail: string): Failed => ({ kind: 'failed', failure, detail });

/** The failure behind an error of a connection. */
export const failureOf = (error: Error): Failed => failed(kindOf(error), detailOf(error));

/** What became of an attempt that its caller gave up. */
export const givenUp: Failed = failed('aborted', 'given up before an answer');

/** Anything that fails while TLS is being agreed on, whatever its code. */
export class TlsFailure extends Error {
  override readonly name = 'TlsFailure';
}

const kindOf = (error: Error): AttemptFailure => {
  if (error instanceof TlsFailure) return 'tls';
  const { code = '' } = error as { code?: string };
  const kind = kinds.get(code);
  // The parser's word for bytes that come unasked, 100 Continue and an upgrade among them.
  if (kind === 'reset' && /^bad (response|upgrade)$/.test(error.message)) return 'garbage';
  if (kind !== undefined) return kind;
  if (error instanceof errors.HTTPParserError) return 'garbage';
  if (code.startsWith('EAI_')) return 'dns';
  // Whatever else keeps a connection from being made, such as an address that none can be made to.
  return (error as { syscall?: string }).syscall === 'connect' ? 'refused' : 'reset';
};

/** A name with several addresses fails with an error for each, and none of its own. */
const detailOf = (error: Error): string => {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const texts = causes.map((one) => (one instanceof Error ? one.message : String(one))).filter((text) => text !== '');
  return texts.join('; ') || ((error as { code?: string }).code ?? error.name);
};

const kinds: ReadonlyMap<string, AttemptFailure> = new Map([
  ['BLOCKED', 'blocked'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['EADDRNOTAVAIL', 'refused'],
  ['EACCES', 'refused'],
  ['ENOTFOUND', 'dns'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'garbage'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'garbage'],
]);
