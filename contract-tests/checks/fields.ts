/** Checks of the members of an object, two for each: that it is there, and of which type it is. */
import { type Check, type Need, type Profile, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { isObject, memberOf } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import type { Exchange } from '../wire/exchange.ts';

export type Seen = {
  readonly exchange: Exchange;
  /** What led to it. */
  readonly before?: readonly Exchange[];
  readonly value: unknown;
};

/** What a type of the document means, by the last word of the clause that asks for it. */
const types = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  integer: (value: unknown) => Number.isInteger(value),
  'string-or-null': (value: unknown) => typeof value === 'string' || value === null,
  object: isObject,
} as const satisfies Record<string, (value: unknown) => boolean>;
export type FieldType = keyof typeof types;

/**
 * @param prefix of the clauses: `resources.balance`; they end with `-present` and with the type
 * @param look the objects that were seen; none is no pass
 */
export const fieldChecks = (
  topic: string,
  prefix: string,
  profile: Profile,
  names: readonly string[],
  type: FieldType,
  look: (t: Trial) => Promise<readonly Seen[]>,
  needs: readonly Need[] = [],
): readonly Check[] =>
  names.flatMap((name) => {
    const word = name.replaceAll('_', '-');
    return [
      fieldCheck(`${prefix}.${word}-present`, `carries ${name}`, (value) => memberOf(value, name) !== undefined),
      fieldCheck(`${prefix}.${word}-${type}`, `has a ${type} as ${name}`, (value) => {
        const member = memberOf(value, name);
        // That it is missing is the finding of the other check.
        return member === undefined ? undefined : types[type](member);
      }),
    ];
    function fieldCheck(id: string, says: string, holds: (value: unknown) => boolean | undefined): Check {
      const clause = clauseNamed(id);
      return check({
        id: `${topic}.${id.slice(prefix.length + 1)}`,
        title: `${topic} ${says}`,
        clauses: [clause],
        profile,
        needs,
        run: async (t) => {
          for (const { exchange, before = [], value } of await look(t)) {
            const outcome = holds(value);
            if (outcome === undefined) t.tried();
            else
              t.expect(clause, outcome, {
                expected: `an object that ${says}`,
                at: [...before, exchange],
                actual: value,
              });
          }
        },
      });
    }
  });
