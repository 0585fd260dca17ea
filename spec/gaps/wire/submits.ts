/** Submits that are repeated: what the Idempotency-Key covers, for how long, and what a repeat is answered. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const submits = {
  'resubmit-ack': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'Does a repeated submit get the first acknowledgement, or the state of the job by now?',
    accept: 'The same id and status_url; any job status.',
    default: 'as-first',
    values: { 'as-first': 'As first given, `queued` included.', 'as-now': '`status` as the job stands.' },
  }),
  'resubmit-status': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Has the answer to a repeated submit the same HTTP status as the first?',
    accept: 'Any 2xx.',
    default: 'same',
    values: { same: 'The status of any submit.', '200': '200, since nothing new was made.' },
  }),
  'resubmit-other-body': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'What does a known key with a different body get?',
    accept: 'The original job, or `invalid_input`; never a second job or charge.',
    default: 'original',
    values: { original: 'The original job, as the rule literally says.', invalid_input: '`invalid_input`.' },
  }),
  'idempotency-scope': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'Is an idempotency key unique within the account or within one endpoint of it?',
    accept: 'On another endpoint: the original job, a new one, or a refusal.',
    default: 'account',
    values: { account: 'One name space for all job endpoints.', endpoint: 'Each endpoint has its own.' },
  }),
  'idempotency-retention': wireGap({
    kind: 'explicit',
    section: 'limits',
    question: 'For how long is an idempotency key remembered?',
    accept: 'Any time; checks repeat a submit within minutes only.',
    default: '24h',
    values: { '24h': '24 hours from the first submit.', '7d': 'Seven days from the first submit.' },
  }),
  'idempotency-refusals': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'Does a refused submit use up its key, so that a repeat gets the same refusal?',
    accept: 'The refusal again, or a job if its cause is gone.',
    default: 'forgotten',
    values: { forgotten: 'The repeat is judged anew.', remembered: 'A 400 or 402 is given again for the same key.' },
  }),
  'idempotency-key-form': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'How long may an idempotency key be, and which characters may it have?',
    accept: 'Success or `invalid_input` beyond 255 visible ASCII characters; success within a UUID.',
    default: 'ascii-255',
    values: { 'ascii-255': 'Up to 255 visible ASCII characters, else `invalid_input`.', any: 'Any header value.' },
  }),
} as const satisfies WireGapTable;
