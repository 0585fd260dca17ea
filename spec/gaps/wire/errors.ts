/** Errors: the layout around `code` and `message`, further headers, and which refusal comes first. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const errors = {
  'error-body': wireGap({
    kind: 'explicit',
    section: 'errors',
    question: 'Where in the body of an HTTP error do `code` and `message` stand?',
    accept: 'Any JSON body in which exactly one documented code of that status and a message can be found.',
    default: 'nested',
    values: {
      nested: '{"error": {"code", "message"}}, like the error of a job.',
      flat: '{"code", "message"} at the top.',
      problem: 'Problem details: type, title, status and detail, with code and message beside them.',
      list: '{"errors": [{"code", "message"}]}.',
    },
  }),
  'message-wording': wireGap({
    kind: 'silent',
    section: 'errors',
    question: 'What do messages say, given that they may change at any time?',
    accept: 'Any non-empty string; a client never branches on it.',
    default: 'explaining',
    values: { explaining: 'What was wrong, where, and what to do.', terse: 'A few words, the same for each code.' },
  }),
  'authenticate-header': wireGap({
    kind: 'silent',
    section: 'authentication',
    question: 'Does a 401 carry the challenge header that HTTP asks for?',
    accept: 'With WWW-Authenticate or without.',
    default: 'none',
    values: { none: 'No challenge.', bearer: 'WWW-Authenticate: Bearer.' },
  }),
  'bearer-case': wireGap({
    kind: 'silent',
    section: 'authentication',
    question: 'Is the scheme word of the Authorization header read without regard to case?',
    accept: 'Success or 401 for any spelling but `Bearer`.',
    default: 'exact',
    values: { exact: 'Only `Bearer`; anything else is 401.', 'any-case': 'Any case, as HTTP has it.' },
  }),
  'capacity-retry-header': wireGap({
    kind: 'silent',
    section: 'errors',
    question: 'Do `at_capacity` and the two 503 codes say in a header when to come back?',
    accept: 'With Retry-After or without.',
    default: 'none',
    values: { none: 'No such header.', 'retry-after': 'Retry-After in whole seconds; 60 while voice capacity warms.' },
  }),
  'refusal-order': wireGap({
    kind: 'silent',
    section: 'errors',
    question: 'When several refusals are true of one request, which of them answers it?',
    accept: 'Any refusal that is true of the request.',
    default: 'plain',
    values: {
      plain: '401, rate, body, replay of a known key, capability, inputs, 402, at_capacity, 503.',
      'replay-before-body': 'A known idempotency key is answered before the body is validated.',
      'funds-before-inputs': '402 before the file keys are looked up, as far as the price is known without them.',
      'capacity-before-funds': 'at_capacity and 503 before 402.',
    },
  }),
} as const satisfies WireGapTable;
