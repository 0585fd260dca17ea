/** Ways to spoil a webhook that is sent once more, each a fault of the catalogue. */

export type Tamper = {
  readonly label: string;
  /** What is wrong with it, and what a receiver does. */
  readonly does: string;
  readonly then: { readonly fault: string; readonly [param: string]: string | number };
};

export const tampers: readonly Tamper[] = [
  {
    label: 'Forged',
    does: 'Signed with a secret that is not the account’s: refuse it.',
    then: { fault: 'webhook-wrong-secret' },
  },
  {
    label: 'Altered',
    does: 'One digit of the body is another after signing: refuse it.',
    then: { fault: 'webhook-tampered' },
  },
  {
    label: 'Stale',
    does: 'Rightly signed, with a t of 301 seconds ago: refuse it.',
    then: { fault: 'webhook-stale-t' },
  },
  {
    label: 'From the future',
    does: 'Rightly signed, with a t an hour ahead: refuse it.',
    // Far beyond the tolerance: what is only just ahead is not when it arrives.
    then: { fault: 'webhook-stale-t', seconds: -3_600 },
  },
  {
    label: 'Re-serialised',
    does: 'The same JSON in other bytes than were signed: refuse it.',
    then: { fault: 'webhook-re-serialised' },
  },
  {
    label: 'Truncated',
    does: 'Half of the body under the signature of the whole: refuse it.',
    then: { fault: 'webhook-truncated' },
  },
  {
    label: 'Slow',
    does: 'All is right, but the body takes two seconds to come: take it.',
    then: { fault: 'webhook-slow-body' },
  },
];
