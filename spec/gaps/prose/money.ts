/** Money and usage, where the document names no rule. */
import type { ProseGapTable } from '../../gap.ts';

export const money = {
  'job-price-basis': {
    kind: 'silent',
    section: 'endpoints',
    question: 'By what are jobs other than voice clones priced: seconds in, seconds out, or by the piece?',
    accept: 'Any amount that is the same in job, usage and balance.',
    ours: 'Seconds of the result, by resolution; images by the piece.',
    others: 'Seconds of the source, begun minutes, by the piece.',
  },
  reservation: {
    kind: 'silent',
    section: 'errors',
    question: 'How much must a balance hold for a submit to pass, when the job is charged at its end?',
    accept: '402 when the balance is below the price; success when it is far above all that runs.',
    ours: 'The whole price beside all that is reserved.',
    others: 'Any positive balance, which may then fall below zero.',
  },
  'balance-sum': {
    kind: 'silent',
    section: 'resources',
    question: 'Is the balance always what was topped up less what was spent?',
    accept: 'Equal when nothing runs; where it is not, the difference stays the same from call to call.',
    ours: 'Always, unless what is reserved is taken off the balance.',
    others: 'Credits, gifts and corrections that no total counts.',
  },
  'refund-totals': {
    kind: 'silent',
    section: 'resources',
    question: 'Is a refund taken off the totals spent, and off those of the period of the charge or of the refund?',
    accept: 'Balance made whole; totals net or gross.',
    ours: 'Totals are net; the refund corrects the record of its charge.',
    others: 'Gross totals, or the refund counted as a top-up.',
  },
  'usage-coverage': {
    kind: 'silent',
    section: 'resources',
    question: 'Which calls leave a usage record: free reads, uploads, refused requests?',
    accept: 'A record for each settled job and session; more without a charge.',
    ours: 'Jobs and sessions only.',
    others: 'Every call, refused ones included.',
  },
  'usage-time': {
    kind: 'silent',
    section: 'resources',
    question: 'When does a call enter the log, and is `created_at` its beginning or its settlement?',
    accept: 'Any time between the two.',
    ours: 'When its money is settled, or charged if that is earlier.',
    others: 'When the call was made, settled later in place.',
  },
  'usage-paging': {
    kind: 'silent',
    section: 'endpoints',
    question: 'How are records read that `limit` cuts off?',
    accept: 'By `from` and `to`; nothing is checked beyond `limit`.',
    ours: 'By `from` and `to` alone.',
    others: 'A cursor, or a Link header.',
  },
} as const satisfies ProseGapTable;
