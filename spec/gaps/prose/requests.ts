/** Requests and answers over HTTP, where no choice of bytes settles the point. */
import type { ProseGapTable } from '../../gap.ts';

export const requests = {
  'read-status': {
    kind: 'explicit',
    section: 'endpoints',
    question: 'Which success status do the reads answer with?',
    accept: 'Any 2xx with a body.',
    ours: '200.',
    others: 'None that is likely: a status without a body would hide the answer.',
  },
  'response-headers': {
    kind: 'silent',
    section: 'conventions',
    question: 'Which headers do answers carry for caches, compression, browsers and support?',
    accept: 'Any headers that HTTP allows.',
    ours: 'The least that HTTP asks for; no caching, no compression, no CORS.',
    others: 'A request id, compression when asked for, caching of the public rates.',
  },
  'duplicate-parameters': {
    kind: 'silent',
    section: 'conventions',
    question: 'What if a JSON member, a query parameter or a header is sent twice?',
    accept: 'Any one of them counts, or the request is refused with a 4xx.',
    ours: 'The last JSON member counts; a doubled parameter or idempotency key is `invalid_input`, a doubled key 401.',
    others: 'The first counts, the last counts, or each is refused.',
  },
  'body-size': {
    kind: 'silent',
    section: 'limits',
    question: 'How long may a JSON body be, and how deeply nested?',
    accept: 'Any 4xx above 1 MB or 32 levels; success for any body that the field limits allow.',
    ours: '1 MB and 32 levels; beyond them `invalid_input`.',
    others: 'Other limits, `input_too_large`, or a status that the document does not list.',
  },
  'pricing-access': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Does the public pricing endpoint look at a key that is sent anyway, and has it a request rate?',
    accept: 'Success without a key; with a bad key success or 401; a rate far above that of polling.',
    ours: 'A bad key is no obstacle, and nothing is counted.',
    others: 'A rate for each address; 401 for a bad key.',
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
