/** The mock checks its own answers against its own spec: one that does not fit is never sent. */
import type { TSchema } from 'typebox';
import { Format } from 'typebox/format';
import type { Validator } from 'typebox/schema';
import { compiledOf } from './compiled.ts';

// Without the pieces that the library's own check cuts a time into: for a page of usage they were most of the garbage.
Format.Set('date-time', (text) => dateTime.test(text));
const dateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

export class ResponseBreaksSpec extends Error {
  override readonly name = 'ResponseBreaksSpec';
}

/** Throws `ResponseBreaksSpec` for a body that the operation does not promise. */
export const createResponseCheck = (operationId: string, schema: TSchema): ((body: unknown) => void) => {
  let compiled: Validator | undefined;
  return (body) => {
    compiled ??= compiledOf(schema);
    if (compiled.Check(body)) return;
    const [, faults] = compiled.Errors(body);
    const list = faults.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ');
    throw new ResponseBreaksSpec(`${operationId}: the answer breaks spec/openapi.json: ${list}`);
  };
};
