/** Retry safety: a submit that is repeated with the same `Idempotency-Key` is the first one (limits.retry-safety-same-job). */
import type { GapChoices } from '../../spec/gaps.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Account, RememberedRefusal, RememberedSubmit } from './account.ts';

const hourMs = 3_600_000;

/** How long a key is remembered (gap `idempotency-retention`). */
export const retentionMs = (choices: GapChoices): number =>
  (choices['idempotency-retention'] === '24h' ? 24 : 7 * 24) * hourMs;

/** The key as it is remembered: for the whole account or for one endpoint (gap `idempotency-scope`). */
export const scopedKey = (key: string, endpoint: JobEndpoint, choices: GapChoices): string =>
  choices['idempotency-scope'] === 'endpoint' ? `${endpoint} ${key}` : key;

/** The submit that a key stands for, if it is still remembered. */
export const recall = (account: Account, key: string, now: number): RememberedSubmit | undefined =>
  kept(account.submits, key, now);

export const recallRefusal = (account: Account, key: string, now: number): RememberedRefusal | undefined =>
  kept(account.refusedSubmits, key, now);

export const remember = (account: Account, key: string, submit: RememberedSubmit, now: number): void =>
  keep(account.submits, key, submit, now);

type Kept = { readonly until: number };

const kept = <T extends Kept>(entries: ReadonlyMap<string, T>, key: string, now: number): T | undefined => {
  const entry = entries.get(key);
  return entry !== undefined && now < entry.until ? entry : undefined;
};

/** Remembers what a key stands for, and forgets the keys that are out of retention: they are at the front. */
export const keep = <T extends Kept>(entries: Map<string, T>, key: string, entry: T, now: number): void => {
  entries.delete(key);
  entries.set(key, entry);
  for (const [old, { until }] of entries) {
    if (now < until) break;
    entries.delete(old);
  }
};

/** A short mark of a submit's content, by which a different one under the same key is noticed. Order of fields does not matter. */
export const fingerprint = (endpoint: JobEndpoint, body: { readonly [field: string]: unknown }): string => {
  const fields = Object.keys(body).sort();
  return digest(`${endpoint} ${JSON.stringify(fields.map((field) => [field, body[field]]))}`);
};

/** 53 bits of a string (cyrb53): enough to notice a mistake, and no protection against malice, which it need not be. */
const digest = (text: string): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
};
