/**
 * What a history is judged for. On a mock no law is broken, so two histories are alike there if the same law comes to the same clause with the
 * same expectation, and the kinds of steps that showed the failure are still there.
 */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Finding } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Known, Law } from './law.ts';
import type { Log } from './log.ts';

export type Situation = {
  readonly clause: ClauseId;
  readonly expected: string;
  /** How many steps of each kind show it. */
  readonly steps: ReadonlyMap<string, number>;
};

/** @param finding of that log */
export const situationOf = ({ clause, expected, exchanges }: Finding, log: Log): Situation => {
  const steps = kindsOf(log, (exchange) => exchanges.includes(exchange));
  // Books are about everything that was done: one step of each kind may be enough, and what a submit costs has nothing to do with its key,
  // its files, or who is told of its job.
  const isOfBooks = exchanges.some(({ operation }) => books.some((one) => one === operation));
  return {
    clause,
    expected: withoutNumbers(expected),
    steps: isOfBooks
      ? new Map([...steps.keys()].flatMap((kind) => (besideMoney.includes(kind) ? [] : [[kind, 1]])))
      : steps,
  };
};

const [keyless, called, uploaded] = ['without a key', 'with a callback', 'upload'] as const;
const besideMoney: readonly string[] = [keyless, called, uploaded];
const books = ['getBalance', 'listUsage', 'getUsageSummary'];

/** Whether a law comes to the same in another history. */
export const isAlike = (log: Log, known: Known, law: Law, { clause, expected, steps }: Situation): boolean => {
  let isJudged = false;
  law.judge(log, known, (one, _holds, told) => {
    isJudged ||= one === clause && withoutNumbers(told.expected) === expected;
  });
  const there = kindsOf(log, () => true);
  return isJudged && [...steps].every(([kind, count]) => (there.get(kind) ?? 0) >= count);
};

/** Sums are others when there is less to sum. */
const withoutNumbers = (text: string): string => text.replaceAll(/\d+(\.\d+)?/g, '#');

const kindsOf = (log: Log, isMeant: (exchange: Exchange) => boolean): ReadonlyMap<string, number> => {
  const kinds = new Map<string, number>();
  const count = (kind: string, exchange: Exchange): void => {
    if (isMeant(exchange)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  };
  for (const { exchange } of log.uploads) count(uploaded, exchange);
  for (const { kind, key, callbackUrl, exchange } of log.submits) {
    count(kind, exchange);
    if (key === undefined) count(keyless, exchange);
    if (callbackUrl !== undefined) count(called, exchange);
  }
  for (const { exchange } of log.refused) count(`refused ${exchange.breaks ?? ''}`, exchange);
  for (const { kind, session } of log.streams) count(kind, session);
  for (const { session } of log.unused) count('unused session', session);
  return kinds;
};
