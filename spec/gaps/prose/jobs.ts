/** Jobs: when they run, how they end early, and how long they are kept. */
import type { ProseGapTable } from '../../gap.ts';

export const jobs = {
  'job-duration': {
    kind: 'silent',
    section: 'states',
    question: 'How long does a job take, and how often should it be polled?',
    accept: 'Any time; a check gives up after its own limit and says undecidable.',
    ours: 'Half a second to two seconds, and as much again for each minute of the longest clip or result: up to 102 seconds.',
    others: 'Seconds to many minutes, by feature and length.',
  },
  'job-concurrency': {
    kind: 'silent',
    section: 'states',
    question: 'How many jobs of an account run at once, how many may wait, and in which order do they start?',
    accept: 'Any number from one; beyond it the job waits, or the submit is `at_capacity`.',
    ours: '8 run and 1,000 wait for each account, first come first served; beyond that `at_capacity`.',
    others: 'Other numbers, or lines shared by all accounts.',
  },
  cancellation: {
    kind: 'silent',
    section: 'resources',
    question: 'Usage knows the reason `cancelled`, but no endpoint cancels: who does, and what does the job say?',
    accept: 'A failed job with any job-level code, refunded in full.',
    ours: 'Only the control API; the job is `failed` with `processing_failed`.',
    others: 'The operator, the console, or the service itself.',
  },
  'time-out': {
    kind: 'silent',
    section: 'resources',
    question: 'After which time does a job end with the reason `timed_out`, and with which error code?',
    accept: 'A failed job with any job-level code, refunded in full.',
    ours: 'Only when told so; the code is `processing_failed`.',
    others: 'A limit by feature and length.',
  },
  'resubmit-in-flight': {
    kind: 'silent',
    section: 'limits',
    question: 'What if the same idempotency key arrives again before the first submit was answered?',
    accept: 'The same job, or a 4xx or 5xx that can be retried; never a second job.',
    ours: 'The second waits and gets the same job.',
    others: 'A refusal until the first is through.',
  },
  'resubmit-callback': {
    kind: 'silent',
    section: 'limits',
    question: 'A repeated submit names another `callback_url`, or repeats an ended job: who is sent what?',
    accept: 'One delivery to the first address, or `invalid_input`.',
    ours: 'The first address counts, and nothing is sent again.',
    others: 'The latest address counts.',
  },
  'idempotency-elsewhere': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Does an `Idempotency-Key` do anything on an upload or on a session call?',
    accept: 'A new file or session each time, or the first one again; checks send none there.',
    ours: 'Nothing.',
    others: 'The first answer again, as for a submit.',
  },
  'file-key-reuse': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Can one file key serve several jobs and fields, and do equal files get equal keys?',
    accept: 'Success in several jobs; the rest either way.',
    ours: 'As often as wanted; each upload has a key of its own.',
    others: 'One key for one content.',
  },
} as const satisfies ProseGapTable;
