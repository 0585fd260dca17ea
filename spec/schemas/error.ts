/** The bodies of HTTP errors. The document promises a `code` and a `message` and shows no layout (gap `error-body`). */
import { Type, type Static } from 'typebox';
import { httpErrors } from '../errors.ts';

const code = Type.String({
  description: 'Stable value to branch on; the known ones are in `x-known-values`.',
  examples: ['invalid_input'],
  'x-known-values': Object.keys(httpErrors),
});
const message = Type.String({
  description: 'For people; its wording may change at any time.',
  examples: ['duration_minutes must be 1 to 120, got 240 (limits.voice-session-duration-refuses-above).'],
});
const both = { code, message };
const example = { code: 'not_found', message: 'No job with this id belongs to your account.' };

/** Our default. */
export const NestedError = Type.Object({ error: Type.Object(both, { examples: [example] }) }, { title: 'NestedError' });
export const FlatError = Type.Object(both, { title: 'FlatError' });
export const ListError = Type.Object(
  { errors: Type.Array(Type.Object(both), { minItems: 1, examples: [[example]] }) },
  { title: 'ListError' },
);

export const ErrorBody = Type.Union([NestedError, FlatError, ListError], {
  title: 'ErrorBody',
  description:
    'An error carries a `code` and a `message`; where they stand in the body is not documented. `{"error": {code, message}}` is the default of this mock, not a promise of the service.',
  examples: [{ error: example }],
});
export type ErrorBody = Static<typeof ErrorBody>;
