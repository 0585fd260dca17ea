/** One request and what came back, as evidence: exact bytes, and what the request breaks on purpose, if anything. */
import type { OperationId } from '../../spec/operations.ts';
import type { Breaks } from '../lawful/requests.ts';

export type Exchange = {
  /** Counts from 1 in a run. */
  readonly number: number;
  /** Undefined for what is no operation: a download, an unknown route. */
  readonly operation: OperationId | undefined;
  readonly request: SentRequest;
  /** What it breaks on purpose, one constraint or several; undefined for a lawful one. */
  readonly breaks: Breaks | undefined;
  readonly answer: Answer | undefined;
  /** Why there is no whole answer. */
  readonly failure: string | undefined;
  /** Real instant at which it was sent, in milliseconds, and how long it took. */
  readonly sentAt: number;
  readonly tookMs: number;
  readonly cost: Cost;
};

/**
 * What was paid for an exchange: for a submit its job, for a session its streams, the most that it can be until that is known. A look at a
 * job has the cost of its submit, so that whoever counts each cost once counts right.
 */
export type Cost = { usd: number };

/** In USD, each cost once. */
export const costOf = (exchanges: readonly Exchange[]): number =>
  [...new Set(exchanges.map(({ cost }) => cost))].reduce((sum, { usd }) => sum + usd, 0);

export type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Undefined where there is none. */
  readonly body: Uint8Array | undefined;
  /** Zero bytes that are put into the body when it is sent: too many to keep. */
  readonly padding?: Padding | undefined;
};

/** So many zero bytes, before the byte of the body with that number. */
export type Padding = { readonly at: number; readonly bytes: number };

export type Answer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown;
};

export const statusOf = ({ answer }: Exchange): number => answer?.status ?? 0;

export const isSuccess = (exchange: Exchange): boolean => statusOf(exchange) >= 200 && statusOf(exchange) < 300;

/** In a few words, for `actual`. */
export const toldOf = (exchange: Exchange): string => {
  const { answer, failure } = exchange;
  if (answer === undefined) return `no answer (${failure ?? 'unknown'})`;
  const text = Buffer.from(answer.body.subarray(0, 200)).toString();
  return `${answer.status} ${text}`.trim();
};
