/** What one attempt sends: the body as it is now, its signature, and the headers beside it. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Account } from '../domain/account.ts';
import { signingSecrets } from '../domain/deliveries.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Job } from '../domain/job.ts';
import { type Spoiled, spoil } from './spoil.ts';

export type AttemptWriting = {
  readonly choices: GapChoices;
  /** The body of a webhook. @param linkedAt when the link in it is signed */
  readonly present: (job: Job, deliveryId: string, sentAt: number, linkedAt: number, attempt: number) => object;
  readonly sign: (body: Uint8Array, secrets: readonly [string, ...string[]], unixSeconds: number) => string;
  readonly signatureHeader: string;
  /** `t` of a signature that is made now. @param now the mock's clock, in milliseconds */
  readonly signatureSeconds: (now: number) => number;
};

/** What went over the wire in one attempt. */
export type Sent = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** @param begun which attempt, and when it begins, in milliseconds of the mock's clock @param spoiled what faults make wrong in it */
export const writeAttempt = (
  { choices, present, sign, signatureHeader, signatureSeconds }: AttemptWriting,
  account: Account,
  { id, url, attempts }: Delivery,
  job: Job,
  { at, attempt }: { readonly at: number; readonly attempt: number },
  spoiled: Spoiled,
): Sent => {
  const firstAt = attempts[0]?.startedAt ?? at;
  const sentAt = choices['sent-at'] === 'first-attempt' ? firstAt : at;
  const linkedAt = choices['delivery-link'] === 'first-attempt' ? firstAt : at;
  const body = JSON.stringify(present(job, id, sentAt, linkedAt, attempt));
  const secrets = spoiled.wrongSecret ? wrongSecrets : signingSecrets(account, choices, at);
  return {
    url,
    headers: {
      'content-type':
        choices['webhook-media-type'] === 'charset' ? 'application/json; charset=utf-8' : 'application/json',
      ...(choices['webhook-headers'] === 'named' && {
        'Service-Event': `job.${job.state.status}`,
        'Service-Delivery': id,
      }),
      [signatureHeader]: sign(Buffer.from(body), secrets, signatureSeconds(at) - spoiled.staleSeconds),
    },
    body: spoil(body, spoiled),
  };
};

/** Of no account. */
const wrongSecrets = ['whsec_not_the_secret_of_this_account'] as const;
