/** Calls on every operation: some are noise, some fit a schema but for a detail, some are valid texts with a few bytes changed. */
import fc from 'fast-check';
import { type Operation, operations } from '../../spec/operations.ts';
import { type CallOptions, type Files, type Raw, validBodies } from './client.case.ts';
import { Dice, type Draw, among, from, often, sizeBelow, textOf } from './dice.case.ts';
import { anyInteger, anyName, anyText, graphemes, hostile, jsonValue } from './random-values.case.ts';

type Body = Readonly<Record<string, unknown>>;

export type Sent = { readonly operation: Operation; readonly path: string; readonly options: CallOptions };

/** Fast-check's part is to number them, and to say which one failed: to draw each piece of a call by it would take longer than its answer. */
export class AnyCall extends fc.Arbitrary<Sent> {
  readonly #draw: Draw<Sent>;

  constructor(files: Files) {
    super();
    const [first, ...others] = Object.values(operations as Record<string, Operation>).map((one) => callOn(one, files));
    if (first === undefined) throw new Error('there are no operations');
    this.#draw = among(first, ...others);
  }

  override generate(random: fc.Random): fc.Value<Sent> {
    return new fc.Value(this.#draw(new Dice(random.nextInt())), undefined);
  }

  /** What a call does follows from those before it: without them a smaller one proves nothing. */
  override shrink(): fc.Stream<fc.Value<Sent>> {
    return fc.Stream.nil();
  }

  override canShrinkWithoutContext(_value: unknown): _value is Sent {
    return false;
  }
}

const callOn = (operation: Operation, files: Files): Draw<Sent> => {
  const path = pathOf(operation);
  const raw = operation.method === 'POST' ? bodyOf(operation, files) : undefined;
  return (dice) => ({
    operation,
    path: path(dice),
    options: { headers: headers(dice), ...(raw !== undefined && { raw: raw(dice) }) },
  });
};

const headers: Draw<Record<string, string>> = (dice) => ({
  'content-type': contentType(dice),
  'idempotency-key': idempotencyKey(dice),
});

const contentType = often<string>(() => 'application/json', from(['text/plain', 'application/json; charset=x', '']));

const idempotencyKey = often(
  (dice) => {
    const [a, b, c, d] = [digits(dice), digits(dice), digits(dice), digits(dice)];
    return `${a}-${b.slice(4)}-4${b.slice(1, 4)}-8${c.slice(5)}-${c.slice(0, 4)}${d}`;
  },
  textOf((dice) => String.fromCharCode(32 + dice.below(224)), 300),
);

/** Eight of them. */
const digits = (dice: Dice): string => {
  const bits = dice.next();
  return pairs(bits) + pairs(bits >>> 8) + pairs(bits >>> 16) + pairs(bits >>> 24);
};

const pairs = (bits: number): string => pairsOfDigits[bits & 0xff] ?? '';

const pairsOfDigits = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const pathOf = ({ path, query }: Operation): Draw<string> => {
  if (path.includes('{')) return (dice) => path.replace(/\{\w+\}/, () => jobId(dice));
  if (query === undefined) return () => path;
  const name = from<string>(['__proto__', ...Object.keys(query.properties)]);
  return (dice) => {
    const pairs = Array.from({ length: dice.below(5) }, (): [string, string] => [name(dice), parameter(dice)]);
    return `${path}?${String(new URLSearchParams(pairs))}`;
  };
};

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~-';
const letter: Draw<string> = (dice) => letters.charAt(dice.below(letters.length));

const jobId: Draw<string> = among(from(['job_a1_x', '__proto__', '%00', '%2e%2e', 'a%2fb']), (dice) => {
  let text = letter(dice);
  for (let left = sizeBelow(dice, 80); left > 0; left--) text += letter(dice);
  return text;
});

const parameter: Draw<string> = among(
  (dice) => {
    const value = hostile(dice);
    return typeof value === 'string' ? value : JSON.stringify(value);
  },
  // Most of what a `Date` can hold is no year of four digits.
  (dice) => new Date(Math.floor((dice.next() / 2 ** 32 - 0.5) * 17.28e15)).toISOString(),
  (dice) => new Date(dice.next() * 1_000).toISOString(),
  (dice) => String(anyInteger(dice)),
);

const bodyOf = (operation: Operation, files: Files): Draw<Raw> => {
  const { body, job } = operation;
  const valid: Body = job === undefined ? { duration_minutes: 1 } : validBodies(files)[job.endpoint];
  const text = JSON.stringify(valid);
  const { properties = { file: 1 } } = (body ?? {}) as { properties?: object };
  const changed = changedFrom(valid, Object.keys(properties), Object.values(files));
  const json = jsonValue(4);
  return (dice) => {
    const kind = dice.below(12);
    if (kind < 6) return changed(dice);
    if (kind < 8) return bent(Buffer.from(text), dice);
    switch (kind) {
      case 8:
        return JSON.stringify(json(dice));
      case 9:
        return graphemes(dice);
      case 10:
        return Uint8Array.from({ length: sizeBelow(dice, 201) }, () => dice.below(256));
      default:
        return text;
    }
  };
};

/** A body in which one to three fields have other values, or that has fields more. */
const changedFrom = (valid: Body, fields: readonly string[], keys: readonly string[]): Draw<string> => {
  const [first = '', ...others] = fields;
  const name = often(from([first, ...others]), anyName);
  const [key = '', ...more] = keys;
  const value = among<unknown>(hostile, jsonValue(3), from([key, ...more]), anyText);
  return (dice) => {
    const changes = Array.from({ length: 1 + dice.below(3) }, () => [name(dice), value(dice)]);
    return JSON.stringify({ ...valid, ...Object.fromEntries(changes) });
  };
};

/** With some bytes overwritten, cut out, or doubled. */
const bent = (text: Uint8Array, dice: Dice): Uint8Array<ArrayBuffer> => {
  let bytes = text;
  for (let changes = 1 + dice.below(3); changes > 0; changes--) {
    const at = dice.below(text.length + 1);
    bytes = Buffer.concat([bytes.subarray(0, at), Uint8Array.of(dice.below(256)), bytes.subarray(at + dice.below(4))]);
  }
  return new Uint8Array(bytes);
};
