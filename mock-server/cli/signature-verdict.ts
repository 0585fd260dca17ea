/** What is to be said of a signature: in one word for programs, in a few for people. */
import { SignatureVerificationError, type SignatureFailure } from '../webhooks/signature-error.ts';
import { pairsOf } from './passed-headers.ts';
import { verifySignature } from '../webhooks/verify-signature.ts';

export type SignatureVerdict = {
  readonly verdict: 'ok' | 'unchecked' | SignatureFailure;
  readonly text: string;
  /** Of the header, in Unix seconds, and how long ago it was; null where it cannot be read. */
  readonly t: number | null;
  readonly age_seconds: number | null;
};

export type Signed = {
  readonly body: Buffer;
  /** Every value of the header; none if it is missing. */
  readonly header: readonly string[];
  /** Without one nothing can be said. */
  readonly secret: string | undefined;
  /** In seconds. */
  readonly tolerance: number;
  /** The receiver's time in Unix seconds. */
  readonly now: number;
};

export const judgeSignature = ({ body, header, secret, tolerance, now }: Signed): SignatureVerdict => {
  const t = timeOf(header);
  const age = t === null ? null : now - t;
  const said = (verdict: SignatureVerdict['verdict'], text: string): SignatureVerdict => ({
    verdict,
    text,
    t,
    age_seconds: age,
  });
  if (secret === undefined) return said('unchecked', 'not checked: there is no --secret');
  try {
    verifySignature(body, header, secret, { tolerance, now: new Date(now * 1000) });
    return said('ok', 'ok');
  } catch (error) {
    if (!(error instanceof SignatureVerificationError)) throw error;
    return said(error.reason, inWords(error, Math.abs(age ?? 0) - tolerance));
  }
};

/** @param beyond seconds by which it is out of tolerance */
const inWords = ({ reason, message }: SignatureVerificationError, beyond: number): string => {
  switch (reason) {
    case 'mismatch':
      return 'wrong (another secret, or another body)';
    case 'too_old':
      return `too old by ${beyond} s`;
    case 'too_new':
      return `too far in the future by ${beyond} s`;
    case 'no_header':
      return 'missing';
    case 'no_signature':
      return 'unreadable: it has no v1=';
    case 'malformed_header':
      return `unreadable: ${/read, ([^:]+):/.exec(message)?.[1] ?? message}`;
    case 'no_secret':
    case 'body_not_raw':
      return message;
    default:
      return reason satisfies never;
  }
};

/** The real header is named after the service's brand: where ours is missing, one that looks like it is named. */
export const withLookalike = (judged: SignatureVerdict, headers: readonly string[]): SignatureVerdict => {
  if (judged.verdict !== 'no_header') return judged;
  const [alike] = pairsOf(headers).find(([, value]) => /^t=\d+,v\d=/.test(value)) ?? [];
  return alike === undefined
    ? judged
    : { ...judged, text: `missing, but ${alike} looks like it: --signature-header ${alike}` };
};

const timeOf = ([header = '']: readonly string[]): number | null => {
  const [, t] = /(?:^|,)t=([0-9]{1,15})(?:,|$)/.exec(header) ?? [];
  return t === undefined ? null : Number(t);
};
