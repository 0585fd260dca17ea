/** Requests and answers over HTTP, where no choice of bytes settles the point. */
import type { ProseGapTable } from '../../gap.ts';

export const requests = {
  'duplicate-members': {
    kind: 'silent',
    section: 'conventions',
    question: 'What if a JSON member or a header is sent twice?',
    accept: 'Any one of them counts, or the request is refused with a 4xx.',
    ours: 'The last JSON member counts; a doubled idempotency key is `invalid_input`, a doubled key 401.',
    others: 'The first counts, the last counts, or each is refused.',
  },
  'retry-pause': {
    kind: 'silent',
    section: 'errors',
    question:
      'How long does a client pause after `rate_limited`, `at_capacity` or `internal_error`, and how often try?',
    accept: 'Pauses that grow and end some day; for `capacity_warming` about a minute.',
    ours: 'A client is only noted when it retries within a second or without end.',
    others: 'Any schedule with growing pauses.',
  },
  'change-policy': {
    kind: 'explicit',
    section: 'versioning',
    question: 'How are changes and the end of a version announced, and how long does an old one live on?',
    accept: 'Nothing is checked.',
    ours: 'Version 1 never changes.',
    others: 'Headers for deprecation and sunset, mails, a changelog.',
  },
  'new-codes': {
    kind: 'silent',
    section: 'versioning',
    question: 'May version 1 grow new error codes, job states, events or usage reasons?',
    accept: 'Only the documented ones of a server; a client treats an unknown code by its status.',
    ours: 'None but the documented ones.',
    others: 'New values where the document says nothing of a closed list.',
  },
  'status-url-form': {
    kind: 'contradiction',
    section: 'versioning',
    question: '`status_url` has one fixed form, yet is to be polled because the route may move: is the form a promise?',
    accept: 'The documented form today; a client uses the value, against the origin of the base address.',
    ours: 'Always the documented form.',
    others: 'Another path after a move, perhaps with a query.',
  },
} as const satisfies ProseGapTable;
