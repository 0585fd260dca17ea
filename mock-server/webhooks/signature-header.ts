/** Reads the signature header. What cannot be read for certain is no signature: nothing is guessed. */
import { SignatureVerificationError } from './signature-error.ts';

export type SignatureHeader = {
  /** The digits as they stand there: they are signed as text. */
  readonly t: string;
  /** Every `v1`, 32 bytes each; what is no hexadecimal of that length is left out. */
  readonly signatures: readonly Buffer[];
};

/**
 * @param header one value, or the list of values that some servers make of a header
 * Throws a SignatureVerificationError.
 */
export const readSignatureHeader = (header: string | readonly string[] | null | undefined): SignatureHeader => {
  const [text = '', ...more] = typeof header === 'string' ? [header] : (header ?? []);
  if (more.length > 0) throw unreadable(`it came ${more.length + 1} times`);
  if (text === '') {
    throw new SignatureVerificationError(
      'no_header',
      'The signature header is missing or empty: pass the value of Service-Signature, or of the name that was set in its place',
    );
  }
  const parts = text.split(',').map(readPart);
  const times = parts.filter(({ key }) => key === 't').map(({ value }) => value);
  const [t] = times;
  if (t === undefined) throw unreadable('it has no t=');
  if (times.length > 1) throw unreadable('it has more than one t=');
  // ASCII digits only, and few enough to be a number for certain.
  if (!/^[0-9]{1,15}$/.test(t)) throw unreadable('its t= is no number of seconds');
  // Other schemes, v0= or a later v2=, are none of ours: neither proof nor offence.
  const given = parts.filter(({ key }) => key === 'v1').map(({ value }) => value);
  if (given.length === 0) {
    throw new SignatureVerificationError(
      'no_signature',
      'The signature header has no v1=: nothing in it can be verified',
    );
  }
  // The document says hexadecimal, not in which case.
  const signatures = given.filter((hex) => /^[0-9a-f]{64}$/i.test(hex)).map((hex) => Buffer.from(hex, 'hex'));
  return { t, signatures };
};

const readPart = (part: string): { readonly key: string; readonly value: string } => {
  const [, key, value] = /^([\w-]+)=(.*)$/s.exec(part) ?? [];
  // White space too: two headers that a server made one of, `..., t=...`, must not pass for one.
  if (key === undefined || value === undefined) throw unreadable('a part of it is no key=value');
  return { key, value };
};

const unreadable = (why: string): SignatureVerificationError =>
  new SignatureVerificationError(
    'malformed_header',
    `The signature header cannot be read, ${why}: it must be like t=1767225600,v1=<64 hexadecimal digits>`,
  );
