/** One kind of invalid input, whatever the field and the call: refused under another name, as a failure of the server, or not at all. */
import type { HttpErrorCode } from '../../spec/errors.ts';
import { httpErrors } from '../../spec/errors.ts';
import { type Rule, rulesOf } from '../arbitraries/field.ts';
import { type CallFacts, calls } from '../probes/calls.ts';
import type { Ports } from '../targets/mock.ts';
import type { Body } from './changes.ts';
import type { Defect } from './defect.ts';
import { breaksRule, generalClause } from './fields.ts';

const kinds = [
  ['missing-field', 'a call without a required field', 'required', 'not_found'],
  ['wrong-type', 'a field of another type', 'type', 'unsupported_format'],
  ['unlisted-value', 'a value that is not on the list', 'enum', 'capability_unavailable'],
] as const satisfies readonly (readonly [string, string, Rule, HttpErrorCode])[];

export const invalidInputDefects: readonly Defect[] = kinds.flatMap(([word, what, rule, code]): readonly Defect[] => {
  const clause = generalClause(rule);
  if (clause === undefined) return [];
  const also = ['errors.invalid-input-code', 'errors.invalid-input-status'] as const;
  return [
    {
      id: `errors.${word}-is-${code.replaceAll('_', '-')}`,
      does: `refuses ${what} as ${code}`,
      clause,
      also,
      ports: () => ({ present: refusing(rule, code) }),
    },
    {
      id: `errors.${word}-crashes`,
      does: `fails with internal_error at ${what}`,
      clause,
      also,
      ports: () => ({ present: refusing(rule, 'internal_error') }),
    },
    {
      id: `errors.${word}-is-mended`,
      does: `puts what was last sent in place of ${what}`,
      clause,
      ports: () => ({ validate: mending(rule) }),
    },
  ];
});

/** Invalid input of that kind is refused so. */
const refusing =
  (rule: Rule, code: HttpErrorCode): NonNullable<Ports['present']> =>
  (next) =>
  (answer, asked) => {
    const call = calls.find(({ id }) => id === asked.operation);
    const isMeant =
      asked.refused === 'invalid_input' && call !== undefined && brokenIn(call, asked.body, rule).length > 0;
    return isMeant
      ? next({ ...answer, status: httpErrors[code].status, body: { error: { code, message: 'No.' } } }, asked)
      : next(answer, asked);
  };

/** What breaks the rule is what the last good call of its kind had there. */
const mending = (rule: Rule): NonNullable<Ports['validate']> => {
  const good = new Map<string, Body>();
  return (next) => (raw) => {
    const call = calls.find(({ id }) => id === raw.operation);
    if (call === undefined || raw.fault !== undefined) return next(raw);
    const broken = brokenIn(call, raw.body, rule);
    const known = good.get(call.id) ?? {};
    const mended = Object.fromEntries(broken.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
    const kept = Object.entries(raw.body).filter(([name]) => !broken.includes(name));
    const input = next(broken.length === 0 ? raw : { ...raw, body: { ...Object.fromEntries(kept), ...mended } });
    if (broken.length === 0 && input.fault === undefined) good.set(call.id, { ...known, ...raw.body });
    return input;
  };
};

/** The fields of a body that break the rule. */
const brokenIn = (call: CallFacts, body: unknown, rule: Rule): readonly string[] => {
  if (typeof body !== 'object' || body === null) return [];
  return call.fields
    .filter((field) => rulesOf(field).includes(rule) && breaksRule[rule]((body as Body)[field.name], field))
    .map(({ name }) => name);
};
