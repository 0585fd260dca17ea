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
  'refund-totals': {
    kind: 'silent',
    section: 'resources',
    question: 'Is a refund taken off the totals spent, and off those of the period of the charge or of the refund?',
    accept: 'Balance made whole; totals net or gross.',
    ours: 'Totals are net; the refund corrects the record of its charge.',
    others: 'Gross totals, or the refund counted as a top-up.',
  },
  'period-zone': {
    kind: 'silent',
    section: 'resources',
    question: 'In which time zone do the week, month and year of the balance turn?',
    accept: 'Any zone; checks keep a day away from the turn.',
    ours: 'UTC.',
    others: 'That of the account or of the company.',
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
  'session-reason': {
    kind: 'silent',
    section: 'resources',
    question: 'Has a session that the client closed early a reason, and one that a dropped line ended?',
    accept: 'null or any slug of the list.',
    ours: 'null for both.',
    others: '`cancelled` or `timed_out`.',
  },
} as const satisfies ProseGapTable;
