/** How a webhook is signed: over the bytes that are sent, never over a text made of them. */
import { createHmac } from 'node:crypto';

/**
 * The value of the signature header, `t=<t>,v1=<hex>`. After a rotation two secrets may sign: each gives a `v1`, in their order.
 * @param rawBody the bytes as they are sent; a string stands for its UTF-8 bytes
 * @param t whole Unix seconds
 * Throws a RangeError if `t` is no such number, and a TypeError if a secret is empty.
 */
export const sign = (
  rawBody: Uint8Array | string,
  secrets: string | readonly [string, ...string[]],
  t: number,
): string => {
  if (!Number.isSafeInteger(t) || t < 0) throw new RangeError(`t must be whole Unix seconds, got ${t}`);
  const signatures = [secrets].flat().map((secret) => `v1=${digest(rawBody, secret, String(t)).toString('hex')}`);
  return [`t=${t}`, ...signatures].join(',');
};

/** The 32 bytes behind a `v1`. @param t as it stands in the header */
export const digest = (rawBody: Uint8Array | string, secret: string, t: string): Buffer => {
  if (secret === '') throw new TypeError('the signing secret must not be empty');
  return createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();
};
