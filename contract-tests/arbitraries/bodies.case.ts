/** Bodies for tests: lawful but for one field. */
import { type CallFacts, calls } from '../probes/calls.ts';
import type { Field } from './field.ts';

export type BodyFields = { readonly call: CallFacts; readonly field: Field };

/** @param value undefined leaves the field out */
export const bodyWith = (call: CallFacts, name: string, value: unknown): object => {
  const lawful = calls
    .find(({ id }) => id === call.id)
    ?.fields.filter(({ isRequired }) => isRequired)
    .map((field) => [field.name, field.type === 'integer' ? (field.minimum ?? 1) : 'some text'] as const);
  const body = { ...Object.fromEntries(lawful ?? []), [name]: value };
  return Object.fromEntries(Object.entries(body).filter(([, one]) => one !== undefined));
};
