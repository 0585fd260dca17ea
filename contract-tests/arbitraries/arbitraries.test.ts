import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownWith, requestOf } from '../lawful/requests.case.ts';
import { type Breaks, expectAsClaimed } from '../lawful/requests.ts';
import { type CallId, calls } from '../probes/calls.ts';
import { type Operation, operations } from '../../spec/operations.ts';
import { memberOf } from '../reading/members.ts';
import { type BodyFields, bodyWith } from './bodies.case.ts';
import { brokenArbitrary, brokenValues } from './broken.ts';
import { fieldsOf, rulesOf } from './field.ts';
import { fittingArbitrary, fittingValues } from './fitting.ts';
import { lettersOf, signsOf, wordsOf } from './text.ts';

/** Texts in place of keys are keys of files that there are. */
const expectClaim = (id: CallId, body: object, breaks: Breaks | undefined): void => {
  const known = knownWith();
  const { job }: Operation = operations[id];
  for (const [field, kind] of Object.entries(job?.inputs ?? {})) {
    const key = memberOf(body, field);
    if (typeof key === 'string') known.noteFile(key, kind);
  }
  expectAsClaimed(known, id, requestOf(id, { body }), breaks);
};
const fields = calls.flatMap((call) => call.fields.map((field) => [call, field] as const));
const named = fields.map(([call, field]) => [call.name, field.name, { call, field }] as const);

test('the fields of a body are those of its schema, with their rules', () => {
  const liveSwap = calls.find(({ name }) => name === 'full-live-swap');
  expect(liveSwap?.fields).toEqual([
    { name: 'duration_minutes', isRequired: true, type: 'integer', minimum: 1, maximum: 240 },
    { name: 'prompt', isRequired: false, type: 'string', maxLength: 2_000 },
    { name: 'tier', isRequired: false, type: 'string', values: ['pro', 'standard'] },
  ]);
  expect(liveSwap?.fields.map(rulesOf)).toEqual([
    ['required', 'type', 'minimum', 'maximum'],
    ['type', 'maxLength'],
    ['type', 'enum'],
  ]);
  expect(fieldsOf({ type: 'object' })).toEqual([]);
});

test.each(named)('%s: what is sent as a broken %s breaks that field and nothing else', (_call, _field, told) => {
  for (const rule of rulesOf(told.field)) {
    for (const { value } of brokenValues(told.field, rule)) expectBreaks(told, value);
    const arbitrary = brokenArbitrary(told.field, rule);
    if (arbitrary === undefined) continue;
    fc.assert(
      fc.property(arbitrary, ({ value }) => expectBreaks(told, value)),
      { numRuns: 200, seed: 1 },
    );
  }
});

test.each(named)('%s: what is sent as a fitting %s is lawful', (_call, _field, { call, field }) => {
  const expectFits = (value: unknown): void => {
    expect(() => expectClaim(call.id, bodyWith(call, field.name, value), undefined)).not.toThrow();
  };
  for (const { value } of fittingValues(field)) expectFits(value);
  const arbitrary = fittingArbitrary(field);
  if (arbitrary !== undefined)
    fc.assert(
      fc.property(arbitrary, ({ value }) => expectFits(value)),
      { numRuns: 200, seed: 1 },
    );
});

test('a text has as many characters as were asked for, in the unit that it is about', () => {
  for (const length of [1, 37, 38, 39, 5_000, 5_001]) {
    expect(wordsOf(length)).toHaveLength(length);
    expect(lettersOf(length)).toHaveLength(length);
    expect(Array.from(signsOf(length))).toHaveLength(length);
  }
});

function expectBreaks({ call, field }: BodyFields, value: unknown): void {
  const body = bodyWith(call, field.name, value);
  expect(() => expectClaim(call.id, body, `field:${field.name}`), JSON.stringify(value)).not.toThrow();
}
