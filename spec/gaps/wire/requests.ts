/** Requests: what is read of a query, how large a body may be, and a key where none is needed. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const requests = {
  'unknown-parameters': wireGap({
    kind: 'silent',
    section: 'conventions',
    question: 'What becomes of a query parameter that an endpoint does not have?',
    accept: 'Success as without it, or `invalid_input`.',
    default: 'ignored',
    values: {
      ignored: 'It has no effect.',
      refused: '`invalid_input`.',
    },
  }),
  'duplicate-parameters': wireGap({
    kind: 'silent',
    section: 'conventions',
    question: 'What if a query parameter is sent twice?',
    accept: 'Any one of them counts, or the request is refused with a 4xx.',
    default: 'last',
    values: {
      last: 'The last one counts.',
      first: 'The first one counts.',
      refused: '`invalid_input`.',
    },
  }),
  'body-size': wireGap({
    kind: 'silent',
    section: 'limits',
    question: 'How long may a JSON body be, how deeply nested, and what is it called beyond that?',
    accept: 'Any 4xx above 1 MB or 32 levels; success for any body that the field limits allow.',
    default: 'invalid_input',
    values: {
      invalid_input: '1 MB and 32 levels; beyond them `invalid_input`.',
      input_too_large: '1 MB and 32 levels; beyond them `input_too_large`.',
    },
  }),
  'pricing-access': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Does the public pricing endpoint look at a key that is sent anyway, and has it a request rate?',
    accept: 'Success without a key; with a bad key success or 401; a rate far above that of polling.',
    default: 'open',
    values: {
      open: 'A bad key is no obstacle, and nothing is counted.',
      'bad-key-refused': 'A bad key is 401, none is success; nothing is counted.',
    },
  }),
} as const satisfies WireGapTable;
