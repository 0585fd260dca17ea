/** Whether a delivery is the service's, and fresh. */
import { timingSafeEqual } from 'node:crypto';
import { types } from 'node:util';
import { limits } from '../../spec/limits.ts';
import { wallNow } from '../engine/clock.ts';
import { SignatureVerificationError } from './signature-error.ts';
import { readSignatureHeader } from './signature-header.ts';
import { digest } from './signature.ts';

export type VerifyOptions = {
  /** How many seconds `t` may be away from now, to either side; 300 by default. `Infinity` leaves the age unchecked, 0 is refused. */
  readonly tolerance?: number;
  /** The receiver's time; by default the machine's. */
  readonly now?: Date;
};

/**
 * Returns if the signature fits the bytes and its `t` is fresh.
 * @param rawBody the bytes as they arrived; a string stands for its UTF-8 bytes
 * @param secret several, where the old one is still good for a while after a rotation: one that fits is enough
 * Throws a SignatureVerificationError that says why not, and a RangeError for a tolerance or a time that is none.
 */
export const verifySignature = (
  rawBody: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  { tolerance = limits.signatureToleranceSeconds, now = new Date(wallNow()) }: VerifyOptions = {},
): void => {
  if (!(tolerance > 0)) {
    throw new RangeError(`tolerance must be more than 0 seconds, got ${tolerance}: leave it out for the usual 300`);
  }
  // Whole seconds, as t is: nobody knows which part of its second it was made in.
  const seconds = Math.floor(now.getTime() / 1000);
  if (Number.isNaN(seconds)) throw new RangeError('now must be a valid Date');
  requireRawBody(rawBody);
  const secrets = usableSecrets(secret);
  const { t, signatures } = readSignatureHeader(header);
  const expected = secrets.map((one) => digest(rawBody, one, t));
  if (!fits(expected, signatures)) throw mismatch(secrets);
  const age = seconds - Number(t);
  if (age > tolerance) throw stale('too_old', `t=${t} is ${age} seconds old`, tolerance);
  if (-age > tolerance) throw stale('too_new', `t=${t} is ${-age} seconds in the future`, tolerance);
};

/** Every pair is compared, in constant time, whatever was found before. */
const fits = (expected: readonly Buffer[], signatures: readonly Buffer[]): boolean => {
  let found = false;
  for (const one of expected) for (const other of signatures) found = timingSafeEqual(one, other) || found;
  return found;
};

const requireRawBody = (rawBody: unknown): void => {
  if (typeof rawBody === 'string' || types.isUint8Array(rawBody)) return;
  throw new SignatureVerificationError(
    'body_not_raw',
    `The body must be the bytes as they arrived, a Uint8Array or a string, got ${rawBody === null ? 'null' : typeof rawBody}: ` +
      'JSON that was parsed and written again has other bytes. Read the raw body before any JSON parser does, such as with express.raw',
  );
};

const usableSecrets = (secret: string | readonly string[]): readonly string[] => {
  // From plain JavaScript, or from an environment, anything may come: undefined must not become a key.
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  const usable = secrets.filter((one): one is string => typeof one === 'string' && one !== '');
  if (usable.length > 0 && usable.length === secrets.length) return usable;
  throw new SignatureVerificationError(
    'no_secret',
    'There is no signing secret, or an empty one: pass the webhook secret of the account, which begins with whsec_',
  );
};

const mismatch = (secrets: readonly string[]): SignatureVerificationError => {
  const hint = secrets.some((one) => one !== one.trim())
    ? 'The secret has white space at an end, which is part of it: was a line break read with it?'
    : 'Is it the secret of this account, and is the body exactly as it arrived?';
  return new SignatureVerificationError(
    'mismatch',
    `No v1= of the signature header fits this body and secret. ${hint}`,
  );
};

const stale = (reason: 'too_old' | 'too_new', what: string, tolerance: number): SignatureVerificationError =>
  new SignatureVerificationError(
    reason,
    `The signature fits, but its ${what} and at most ${tolerance} are allowed: is it a replay, or is a clock wrong?`,
  );
