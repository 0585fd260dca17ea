/**
 * Calls made at random, on every operation: each gets a documented success or one of the errors of its operation, in the documented
 * layout, and a refusal moves no money.
 */
import fc from 'fast-check';
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import { commonErrors } from '../../spec/operations.ts';
import { lineForEachSeed } from '../engine/simulation/line-for-each-seed.case.ts';
import type { Ports } from '../ports.ts';
import { type Answer, openMock } from './client.case.ts';
import { ExpectedMoney, MoneyMoved } from './expected-money.case.ts';
import { AnyCall, type Sent } from './random-calls.case.ts';

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
  const arbitrary = new AnyCall(await mock.files());
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
const expectDocumented = ({ operation, path }: Sent, { status, code, text, body, headers }: Answer): void => {
  if (status < 300) return;
  const what = `${operation.method} ${path}: ${status} ${text}`;
  const possible: readonly HttpErrorCode[] = [...operation.errors, ...commonErrors];
  const named = possible.find((one) => one === code);
  if (named === undefined || named === 'internal_error') throw new Error(`no error of this operation: ${what}`);
  same(`the status of ${what}`, status, httpErrors[named].status);
  same(`the type of ${what}`, headers.get('content-type'), 'application/json');
  const { error, ...rest } = body;
  const isLaidOut = Object.keys(error).join() === 'code,message' && Object.keys(rest).length === 0;
  if (!isLaidOut || typeof (error.message as unknown) !== 'string' || error.message === '')
    throw new Error(`the layout of ${what}`);
};

const same = (what: string, is: unknown, asked: unknown): void => {
  if (is !== asked) throw new Error(`${what}: ${String(is)} is not ${String(asked)}`);
};

// The number before its seeds: of calls for each.
await lineForEachSeed(import.meta.url, 1, (seed, calls = 0) => randomCalls(calls, seed), 6);
