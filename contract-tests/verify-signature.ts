/** The judge's own verification of a webhook's signature. It shares nothing with the mock but the document. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignatureReading = {
  /** Of the header: `t=`, a comma and `v1=`, in this order, and nothing else. */
  readonly isWellFormed: boolean;
  /** As it stands there; undefined where there is none. */
  readonly time: string | undefined;
  /** Unix seconds; NaN if it is no whole number of them. */
  readonly t: number;
  /** The values of `v1`. */
  readonly signatures: readonly string[];
};

const form = /^t=[^,\s"']*(?:,v1=[^,\s"']*)+$/;

/** Several `v1` are read: the document does not say that there is one only, as during a rotation (gap `secret-rotation`). */
export const readSignature = (header: string): SignatureReading => {
  const parts = header
    .split(/[,;&\s]+/)
    .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);
  const valuesOf = (name: string): readonly string[] =>
    parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [time] = valuesOf('t');
  return {
    isWellFormed: form.test(header),
    time,
    t: time !== undefined && /^[0-9]{1,15}$/.test(time) ? Number(time) : Number.NaN,
    signatures: valuesOf('v1'),
  };
};

/** What `v1` has to be, in lower case. */
export const signatureOf = (secret: string, t: string | number, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');

/** Whether one of the signatures is right; how old it is, is another question. */
export const isSignedWith = (secret: string, header: string, body: Uint8Array): boolean => {
  const { time = '', signatures } = readSignature(header);
  const wanted = Buffer.from(signatureOf(secret, time, body));
  return signatures.some((one) => {
    const given = Buffer.from(one.toLowerCase());
    return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
  });
};

/** Whether a receiver that keeps to the document would take it. @param now Unix seconds */
export const isTaken = (
  secret: string,
  header: string,
  body: Uint8Array,
  now: number,
  toleranceSeconds: number,
): boolean => {
  const { isWellFormed, t } = readSignature(header);
  return isWellFormed && Math.abs(t - now) <= toleranceSeconds && isSignedWith(secret, header, body);
};
