/** One thing in which two servers differ, however often it was seen. */
import type { Check } from '../check.ts';
import type { Exchange } from '../wire/exchange.ts';

/** What one side did: an exchange, or for sockets and webhooks a few words. */
export type Sight = Exchange | string;

export type Sighting = { readonly check: Check; readonly mock: Sight; readonly deployment: Sight };

export type Contrast = {
  readonly kind: 'answer' | 'media-type' | 'header' | 'member' | 'values' | 'frames' | 'close';
  /** An operation, or `download`, `any answer`, `any refusal`, `webhook`, `voice stream`, `live swap stream`. */
  readonly operation: string;
  /** What differs, in words: `member output_url of a failed one`. */
  readonly what: string;
  /** The name of the member or header. */
  readonly name?: string;
  /** The `status` or `event` of the object that has the member. */
  readonly state?: string;
  /** In words, such that equal words mean the same behaviour. */
  readonly mock: string;
  readonly deployment: string;
  /** Where it was seen; the first is the example. */
  readonly seen: readonly Sighting[];
};

/** Brings together what is the same difference seen again. */
export const gathered = (all: readonly Contrast[]): readonly Contrast[] => {
  const byKey = new Map<string, Contrast>();
  for (const one of all) {
    const known = byKey.get(keyOf(one));
    byKey.set(keyOf(one), known === undefined ? one : { ...known, seen: [...known.seen, ...one.seen] });
  }
  return [...byKey.values()];
};

/** Of two contrasts with equal keys the same is to be said. */
export const keyOf = ({ operation, what, mock, deployment }: Contrast): string =>
  [operation, what, mock, deployment].join('\n');
