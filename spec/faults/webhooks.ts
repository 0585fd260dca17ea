/** Faults that the deliveries of a job meet: as many of its first attempts as `attempts` says, where there is such a number. */
import type { FaultParam, FaultTable } from './fault.ts';

const attempts = { unit: 'attempts', default: 1, min: 1, max: 6 } as const satisfies FaultParam;

export const webhookFaults = {
  'webhook-drop': {
    family: 'webhook',
    does: 'The attempt is never sent, and counts as failed.',
    clause: 'events.delivery.polling-is-truth',
    params: { attempts },
  },
  'webhook-delay': {
    family: 'webhook',
    does: 'The first attempt is made some time after the job has ended, by the clock of the mock.',
    clause: 'events.delivery.polling-is-truth',
    early: true,
    params: { seconds: { unit: 's', default: 5, min: 0, max: 86_400 } },
  },
  'webhook-duplicate': {
    family: 'webhook',
    does: 'A delivery that was taken is sent once more some time later, with the same delivery_id.',
    clause: 'events.content.delivery-id-deduplicated',
    params: { after_seconds: { unit: 's', default: 0, min: 0, max: 86_400 } },
  },
  'webhook-reorder': {
    family: 'webhook',
    does: 'The delivery waits until one of another job of the account has been made, a minute at most: two jobs are told of in the other order.',
    clause: 'events.delivery.polling-is-truth',
    early: true,
    params: {},
  },
  'webhook-stale-t': {
    family: 'webhook',
    does: 'The signature is right for a t that lies in the past, by default just beyond what a receiver tolerates; with a negative number it lies in the future.',
    clause: 'events.signature.old-rejected',
    params: { seconds: { unit: 's', default: 301, min: -31_536_000, max: 31_536_000 }, attempts },
  },
  'webhook-wrong-secret': {
    family: 'webhook',
    does: 'The signature is made with a secret that is not the account’s.',
    clause: 'events.signature.mismatch-rejected',
    params: { attempts },
  },
  'webhook-tampered': {
    family: 'webhook',
    does: 'One byte of the body is changed after it was signed; it is still plausible JSON.',
    clause: 'events.signature.mismatch-rejected',
    params: { attempts },
  },
  'webhook-re-serialised': {
    family: 'webhook',
    does: 'The body is written anew after it was signed, with other white space: equal as JSON, other bytes.',
    clause: 'events.signature.raw-bytes',
    params: { attempts },
  },
  'webhook-truncated': {
    family: 'webhook',
    does: 'Half of the body is sent under the signature of the whole.',
    clause: 'events.signature.mismatch-rejected',
    params: { attempts },
  },
  'webhook-slow-body': {
    family: 'webhook',
    does: 'The body comes in small pieces, spread over some real time.',
    clause: 'events.delivery.answered-in-time',
    params: { ms: { unit: 'ms', default: 2_000, min: 0, max: 60_000 }, attempts },
  },
  'webhook-replay': {
    family: 'webhook',
    does: 'After the delivery the one of the account that was taken last before it is sent again as it was then: same bytes, same t, same signature. Where there is none, it is this one.',
    clause: 'events.content.delivery-id-deduplicated',
    params: {},
  },
  'webhook-before-reply': {
    family: 'webhook',
    does: 'The job ends at once, and its webhook is delivered before the submit is answered: the receiver hears of a job whose id nobody has yet.',
    clause: 'events.delivery.polling-is-truth',
    early: true,
    params: {},
  },
} as const satisfies FaultTable;
