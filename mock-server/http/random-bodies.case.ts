/**
 * Calls made at random, on every operation: each gets a documented success or one of the errors of its operation, in the documented
 * layout, and a refusal moves no money. Some are noise, some fit a schema but for a detail, some are valid texts with a few bytes changed.
 */
import fc from 'fast-check';
import { alphabets } from '../../fixtures/scripts.ts';
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import { commonErrors, type Operation, operations } from '../../spec/operations.ts';
import { lineForEachSeed } from '../engine/simulation/line-for-each-seed.case.ts';
import type { Ports } from '../ports.ts';
import { type Answer, type CallOptions, type Files, type Raw, openMock, validBodies } from './client.case.ts';
import { ExpectedMoney, MoneyMoved } from './expected-money.case.ts';

type Body = Readonly<Record<string, unknown>>;
type Sent = { readonly operation: Operation; readonly path: string; readonly options: CallOptions };

/** How many calls were answered, and how many of them with success. */
export type Tally = { readonly calls: number; readonly successes: number };

/** Where money has moved that should not have, the same calls are made again, to name the one. */
export const randomCalls = async (calls: number, seed: number, ports: Ports = {}): Promise<Tally> => {
  try {
    return await madeOnce(calls, seed, ports, 25);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof MoneyMoved) await madeOnce(calls, seed, ports, 1);
    throw error;
  }
};

/** @param askEvery after how many calls the balance is asked for */
const madeOnce = async (calls: number, seed: number, ports: Ports, askEvery: number): Promise<Tally> => {
  const mock = await openMock({ balance: 1_000_000, queue: 100_000 }, ports);
  const arbitrary = anyCall(await mock.files());
  const money = new ExpectedMoney(mock, askEvery);
  await money.begin();
  let done = 0;
  let successes = 0;
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sent) => {
      const { operation, path, options } = sent;
      const answer = await mock.call(operation.method, path, undefined, options);
      expectDocumented(sent, answer);
      if (answer.code === undefined) successes++;
      await money.after(`${operation.method} ${path}`, answer, () => scriptOf(sent));
      if (++done % 500 !== 0) return;
      await money.hold();
      // So that jobs end and the line does not fill up.
      await mock.clock.advance({ seconds: 3_600 });
      await money.begin();
    }),
    { numRuns: calls, seed, endOnFailure: true },
  );
  await money.hold();
  await mock.close();
  return { calls: done, successes };
};

/** What a voice clone that was accepted says; undefined for all else. */
const scriptOf = ({ operation, options: { raw } }: Sent): string | undefined => {
  if (operation.job?.feature !== 'voice_clone') return undefined;
  const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw as Uint8Array<ArrayBuffer>);
  return (JSON.parse(text) as { readonly script: string }).script;
};

/** As `expect` would have it, in a fraction of the time. */
const expectDocumented = ({ operation, path }: Sent, { status, code, text, headers }: Answer): void => {
  if (status < 300) return;
  const what = `${operation.method} ${path}: ${status} ${text}`;
  const possible: readonly HttpErrorCode[] = [...operation.errors, ...commonErrors];
  const named = possible.find((one) => one === code);
  if (named === undefined || named === 'internal_error') throw new Error(`no error of this operation: ${what}`);
  same(`the status of ${what}`, status, httpErrors[named].status);
  same(`the type of ${what}`, headers.get('content-type'), 'application/json');
  const { error, ...rest } = JSON.parse(text) as { readonly error: { readonly message: unknown } };
  const isLaidOut = Object.keys(error).join() === 'code,message' && Object.keys(rest).length === 0;
  if (!isLaidOut || typeof error.message !== 'string' || error.message === '') throw new Error(`the layout of ${what}`);
};

const same = (what: string, is: unknown, asked: unknown): void => {
  if (is !== asked) throw new Error(`${what}: ${String(is)} is not ${String(asked)}`);
};

/** One for each operation, made once: to make an arbitrary takes longer than to draw from it. */
const anyCall = (files: Files): fc.Arbitrary<Sent> =>
  fc.oneof(
    ...Object.values(operations as Record<string, Operation>).map((operation) =>
      fc
        .record({ path: anyPath(operation), raw: anyBody(operation, files), headers: anyHeaders })
        .map(({ path, raw, headers }) => ({
          operation,
          path,
          options: { headers, ...(operation.method === 'POST' && { raw }) },
        })),
    ),
  );

const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.record({
  'content-type': often(
    fc.constant('application/json'),
    fc.constantFrom('text/plain', 'application/json; charset=x', ''),
  ),
  'idempotency-key': often(
    fc.uuid(),
    fc.string({
      maxLength: 300,
      size: 'max',
      unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)),
    }),
  ),
});

const anyPath = ({ path, query }: Operation): fc.Arbitrary<string> => {
  if (path.includes('{')) {
    const id = fc.oneof(
      fc.constantFrom('job_a1_x', '__proto__', '%00', '%2e%2e', 'a%2fb'),
      fc.stringMatching(/^[\w~-]{1,80}$/),
    );
    return id.map((text) => path.replace(/\{\w+\}/, text));
  }
  if (query === undefined) return fc.constant(path);
  const name = fc.constantFrom(...Object.keys(query.properties), '__proto__');
  const value = fc.oneof(
    hostile.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
    fc.integer().map(String),
  );
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => `${path}?${String(new URLSearchParams(pairs))}`);
};

// Made once: each takes as long as hundreds of calls to make.
const binaryText = fc.string({ unit: 'binary' });
const graphemes = fc.string({ unit: 'grapheme' });

const anyBody = (operation: Operation, files: Files): fc.Arbitrary<Raw> => {
  const { body, job } = operation;
  const valid: Body = job === undefined ? { duration_minutes: 1 } : validBodies(files)[job.endpoint];
  const { properties = { file: 1 } } = (body ?? {}) as { properties?: object };
  const fields = Object.keys(properties);
  const value = fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...Object.values(files)), binaryText);
  const changed = fc
    .dictionary(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: fc.string() }),
      value,
      { minKeys: 1, maxKeys: 3 },
    )
    .map((changes) => JSON.stringify({ ...valid, ...changes }));
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 2, arbitrary: bent(JSON.stringify(valid)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: graphemes },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200, size: 'max' }).map((bytes) => bytes.slice()) },
    { weight: 1, arbitrary: fc.constant(JSON.stringify(valid)) },
  );
};

/** A text with some of its bytes overwritten, cut out, or doubled. */
const bent = (text: string): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc.array(fc.tuple(fc.nat(text.length), fc.nat(3), fc.nat(255)), { minLength: 1, maxLength: 3 }).map((changes) => {
    let bytes = Uint8Array.from(Buffer.from(text));
    for (const [at, length, byte] of changes) {
      bytes = Uint8Array.from([...bytes.subarray(0, at), byte, ...bytes.subarray(at + length)]);
    }
    return bytes;
  });

/** What has broken servers before. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, -0, 480, 720, 1080, [], {}, [[]]),
  fc.constantFrom<unknown>({ $ne: null }, { toString: 1 }, { length: 5 }, '', ' ', '0', '10', 'null', '\0', '\ud83c'),
  fc.constantFrom('\u202e', '../../x', '%00', '__proto__', 'http://127.0.0.1:9/', 'file:///etc/passwd', '\r\nX: 1'),
  fc.constantFrom("' OR 1=1 --", '${7*7}', '{{7*7}}', '<script>', '2026-01-01', '2026-02-30', 'https://example.com/'),
  fc.constantFrom('pro', 'standard', '1k', '2k', 'voice_ember', 'x'.repeat(5_001), ...Object.values(alphabets)),
);

function often<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
}

// The number before its seeds: of calls for each.
await lineForEachSeed(import.meta.url, 1, (seed, calls = 0) => randomCalls(calls, seed));
