/** The mock checks its own answers against its own spec: one that does not fit is never sent. */
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';

export class ResponseBreaksSpec extends Error {
  override readonly name = 'ResponseBreaksSpec';
}

/** Throws `ResponseBreaksSpec` for a body that the operation does not promise. */
export const createResponseCheck = (operationId: string, schema: TSchema): ((body: unknown) => void) => {
  let compiled: Validator | undefined;
  return (body) => {
    compiled ??= Compile(schema);
    if (compiled.Check(body)) return;
    const [, faults] = compiled.Errors(body);
    const list = faults.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ');
    throw new ResponseBreaksSpec(`${operationId}: the answer breaks spec/openapi.json: ${list}`);
  };
};
