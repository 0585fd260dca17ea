/** Draws faults with their parameters, the magic words that stand for them, and the rules that inject them. */
import * as fc from 'fast-check';
import { type Fault, type FaultFamily, type FaultName, faultEntry, faultNames, whyNotOn } from '../../spec/faults.ts';
import { operations } from '../../spec/operations.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';

/** Parameters that last in real time are short; those by the mock's clock are as they are. */
const realMsMax = 4;

export const faultOf = (name: FaultName): fc.Arbitrary<Fault> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(faultEntry(name).params).map(([param, rule]) => {
          if ('values' in rule) return [param, fc.constantFrom<string | number>(...rule.values)];
          const max = { ms: realMsMax, s: 400, attempts: 6, times: 50, messages: 6 }[rule.unit];
          return [param, fc.integer({ min: Math.max(rule.min, -400), max })];
        }),
      ),
    )
    .map((params) => (Object.keys(params).length === 0 ? { name } : { name, params }));

const namesIn = (...families: readonly FaultFamily[]): FaultName[] =>
  faultNames.filter((name) => families.includes(faultEntry(name).family));

export const faultIn = (...families: readonly FaultFamily[]): fc.Arbitrary<Fault> =>
  fc.constantFrom(...namesIn(...families)).chain(faultOf);

/** A word tells its fault nothing, so those that last in real time are left to headers and rules. */
export const wordIn = (...families: readonly FaultFamily[]): fc.Arbitrary<string> =>
  fc
    .constantFrom(...namesIn(...families).filter((name) => !('ms' in faultEntry(name).params)))
    .map((name) => `magic_${name.replaceAll('-', '_')}`);

export const rule: fc.Arbitrary<FaultRuleBody> = fc.constantFrom(...faultNames).chain((name) =>
  fc
    .record({
      then: faultOf(name).map(({ params }) => ({ fault: name, ...params })),
      on: fc.constantFrom(
        ...(['request', 'delivery', 'connect'] as const).filter((on) => whyNotOn(on, name) === undefined),
      ),
      count: fc.oneof(
        fc.record({ nth: fc.integer({ min: 1, max: 4 }) }),
        fc.record({ every: fc.integer({ min: 2, max: 4 }) }),
        fc.record({ chance: fc.constantFrom(0.2, 0.5) }),
        fc.record({ times: fc.integer({ min: 1, max: 3 }) }),
      ),
      operation: rarely(fc.constantFrom(...(Object.keys(operations) as (keyof typeof operations)[]))),
    })
    .map(({ then, on, count, operation }) => ({
      // Those of a request would else meet whatever comes first.
      when: { on, ...count, ...(operation !== undefined && on === 'request' && { operation }) },
      then,
    })),
);

export const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
export const often = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary });
