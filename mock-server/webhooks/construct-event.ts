/** For the receiver's side, under the names that users of Stripe know: a webhook that is verified, and a header for one's own tests. */
import { wallNow } from '../engine/clock.ts';
import { sign } from './signature.ts';
import { type VerifyOptions, verifySignature } from './verify-signature.ts';

/** A webhook's body. It is written out here, so that the package's types need no other package. */
export type WebhookEvent = Envelope<'job.succeeded', SucceededJob> | Envelope<'job.failed', FailedJob>;

type Envelope<Name, Job> = {
  readonly event: Name;
  /** ISO 8601, UTC. */
  readonly sent_at: string;
  /** The same for every attempt of a job: deduplicate on it. */
  readonly delivery_id: string;
  /** The job as `GET /jobs/{job_id}` shows it. */
  readonly data: Job;
};

type SucceededJob = {
  readonly id: string;
  readonly status: 'succeeded';
  /** It expires: download the result and keep it. */
  readonly output_url: string;
  readonly charged_usd: number;
  readonly error?: null;
};

type FailedJob = {
  readonly id: string;
  readonly status: 'failed';
  readonly output_url?: string | null;
  readonly charged_usd?: number | null;
  /** `code` is `face_not_detected`, `content_rejected` or `processing_failed`; later versions may know more. */
  readonly error: { readonly code: string; readonly message: string };
};

/**
 * The event of a delivery whose signature fits and is fresh.
 * @param rawBody the bytes as they arrived, not JSON that was parsed and written again; a string stands for its UTF-8 bytes
 * @param header the value of `Service-Signature`
 * @param secret the account's webhook secret; several, where the old one is still good for a while after a rotation
 * Throws a SignatureVerificationError with a `reason` if it is not to be trusted, and a SyntaxError if it is, but is no JSON object.
 */
export const constructEvent = (
  rawBody: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent => {
  verifySignature(rawBody, header, secret, options);
  const event = read(rawBody);
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    throw new SyntaxError(
      'The signature fits, but the body is no JSON object: it was signed by somebody else with this secret',
    );
  }
  return event as WebhookEvent;
};

/**
 * A signature header for a body of one's own, to test a receiver with.
 * @param timestamp Unix seconds; by default now. Another one tests how old a delivery may be.
 */
export const generateTestHeaderString = ({
  payload,
  secret,
  timestamp = Math.floor(wallNow() / 1000),
}: {
  readonly payload: Uint8Array | string;
  readonly secret: string;
  readonly timestamp?: number;
}): string => sign(payload, secret, timestamp);

const read = (rawBody: Uint8Array | string): unknown => {
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
    return JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError('The signature fits, but the body is no JSON in UTF-8', { cause });
  }
};
