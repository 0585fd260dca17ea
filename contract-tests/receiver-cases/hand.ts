/** What a case is made with: bodies with ids of their own, and signatures by the judge's own reading of the document. */
import { createHmac } from 'node:crypto';
import { signatureOf } from '../verify-signature.ts';
import type { Outgoing, Pace } from './outgoing.ts';
import { type WebhookBody, failedWebhook, succeededWebhook } from './webhook-body.ts';

export type Hand = {
  /** Unix seconds. */
  readonly now: number;
  readonly secret: string;
  /** A second one that the receiver is said to know; the secret itself where there is none. */
  readonly secondSecret: string;
  /** A webhook of another job each time. @param agoSeconds how long ago it is said to be sent */
  readonly succeeded: (agoSeconds?: number) => WebhookBody;
  readonly failed: (code?: string, message?: string, agoSeconds?: number) => WebhookBody;
  /** The header's value. */
  readonly sign: (body: Buffer, given?: Signing) => string;
  /** The hexadecimal digits alone. */
  readonly hex: (body: Buffer, given?: Signing) => string;
  /** HMAC of anything, by any digest: what is no signature of the document. */
  readonly hmac: (algorithm: string, secret: string, signed: string | Buffer) => Buffer;
  readonly delivery: (body: WebhookBody | Buffer | string, given?: Given) => Outgoing;
};

type Signing = { readonly t?: number | string; readonly secret?: string };

type Given = Signing & {
  readonly what?: string;
  /** The value of the signature header; null for none, several for several headers. By default the right one. */
  readonly signature?: string | readonly string[] | null;
  /** As its name is written. */
  readonly headerName?: (name: string) => string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly contentType?: string;
  readonly pace?: Pace;
};

export type HandOptions = {
  /** Milliseconds. */
  readonly now: number;
  readonly secret: string;
  readonly secondSecret?: string | undefined;
  readonly signatureHeader: string;
  /** Of this run, so that a receiver which remembers has seen none of its ids. */
  readonly run: string;
  /** Counts the jobs of the run. */
  readonly next: () => number;
};

export const handOf = ({ now: nowMs, secret, secondSecret, signatureHeader, run, next }: HandOptions): Hand => {
  const now = Math.floor(nowMs / 1_000);
  const hex = (body: Buffer, { t = now, secret: key = secret }: Signing = {}): string => signatureOf(key, t, body);
  const sign = (body: Buffer, given: Signing = {}): string => `t=${given.t ?? now},v1=${hex(body, given)}`;
  const about = (agoSeconds: number) => ({ run, number: next(), sentAt: new Date(nowMs - agoSeconds * 1_000) });
  return {
    now,
    secret,
    secondSecret: secondSecret ?? secret,
    succeeded: (agoSeconds = 0) => succeededWebhook(about(agoSeconds)),
    failed: (code = 'face_not_detected', message = 'No face was found in the input.', agoSeconds = 0) =>
      failedWebhook(about(agoSeconds), code, message),
    sign,
    hex,
    hmac: (algorithm, key, signed) => createHmac(algorithm, key).update(signed).digest(),
    delivery: (content, given = {}) => {
      const body = bytesOf(content);
      const signatures = given.signature === undefined ? sign(body, given) : given.signature;
      const name = given.headerName?.(signatureHeader) ?? signatureHeader;
      return {
        what: given.what ?? 'the delivery',
        body,
        pace: given.pace ?? 'whole',
        headers: [
          ['Content-Type', given.contentType ?? 'application/json'],
          ['User-Agent', 'understudy-receiver'],
          ...(given.headers ?? []),
          ...listed(signatures).map((value) => [name, value] as const),
        ],
      };
    },
  };
};

export const bytesOf = (content: WebhookBody | Buffer | string): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

const listed = (signatures: string | readonly string[] | null): readonly string[] => {
  if (signatures === null) return [];
  return typeof signatures === 'string' ? [signatures] : signatures;
};
