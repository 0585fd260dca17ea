/** Jobs: which fields hold what before the end and after it, and which states can be seen. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const jobs = {
  'processing-visible': wireGap({
    kind: 'explicit',
    section: 'states',
    question: 'When does a job move from `queued` to `processing`, and can every poller see it?',
    accept: 'Any order forward; `processing` may be missing, a state never goes back.',
    default: 'yes',
    values: { yes: 'When its render starts.', no: 'Never: it goes from queued to its end.' },
  }),
  'pending-fields': wireGap({
    kind: 'contradiction',
    section: 'resources',
    question: '`output_url` is typed string, `charged_usd` number, yet an unfinished job has neither: what is there?',
    accept: 'null, absent or empty for `output_url` and `error`; for `charged_usd` also any amount.',
    default: 'null',
    values: {
      null: '`output_url` and `error` are null, `charged_usd` is what was charged so far.',
      absent: 'The three members are left out.',
      empty: '`output_url` is an empty string, `error` null, `charged_usd` what was charged so far.',
    },
  }),
  'failed-output-url': wireGap({
    kind: 'contradiction',
    section: 'resources',
    question: '`output_url` is a string and part of every delivery, yet a failed job has no result: what stands there?',
    accept: 'null, absent or empty.',
    default: 'null',
    values: { null: 'null.', absent: 'The member is left out.', empty: 'An empty string.' },
  }),
  'succeeded-error': wireGap({
    kind: 'contradiction',
    section: 'resources',
    question:
      'Only a succeeded webhook is promised a null `error`, yet its `data` is the polled job: is it null there?',
    accept: 'null or absent when polled; null in a delivery.',
    default: 'null',
    values: { null: 'null in both.', 'absent-when-polled': 'null in a delivery, left out of the polled job.' },
  }),
  'job-retention': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'For how long can a finished job be polled?',
    accept: 'Any time beyond the webhook retries.',
    default: 'for-good',
    values: {
      'for-good': 'For good.',
      '30d': '30 days, then `not_found`.',
    },
  }),
} as const satisfies WireGapTable;
