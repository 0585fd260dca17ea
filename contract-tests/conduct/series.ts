/** Calls that ask for the same, one after the other: what a client does after a refusal. */
import { limits } from '../../spec/limits.ts';
import { type Call, isAccepted } from './call.ts';
import type { Seen } from './seen.ts';

/** Below it there was no pause worth the name, in milliseconds of the mock's clock. */
export const atOnceMs = 100;

/** After which one request more fits into the default rate. */
export const refillMs = 60_000 / limits.requestsPerMinute;

/** All calls by what they ask for, each series in order. */
export const seriesIn = ({ calls }: Seen): readonly (readonly Call[])[] => {
  const series = new Map<string, Call[]>();
  for (const call of calls) {
    const known = series.get(call.identity);
    if (known === undefined) series.set(call.identity, [call]);
    else known.push(call);
  }
  return [...series.values()];
};

export type Repeat = { readonly refused: Call; readonly next: Call };

/**
 * Refusals that the client was told of, with the call for the same that followed. Calls for the same that overlap come from several
 * workers: then none of them follows another.
 */
export const repeatsAfter = (seen: Seen, codes: readonly string[]): readonly (readonly Repeat[])[] =>
  seriesIn(seen)
    .filter(isSerial)
    .map((series) =>
      series.flatMap((refused, index) => {
        const next = series[index + 1];
        return next !== undefined && isTold(refused, codes) && next.at >= refused.endedAt ? [{ refused, next }] : [];
      }),
    );

/** Whether there was time after a call: the client did something else, or has ended. What it did not do by then it has left. */
export const wentOn = ({ calls, isOverSince }: Seen, { seq, endedAt }: Call): boolean => {
  const last = calls.at(-1);
  return isOverSince(endedAt) || (last !== undefined && last.seq > seq && last.at >= endedAt);
};

/** Refused calls that the client was told of and let be, though there was time: the same was sent again only where it was taken then. */
export const letBe = (seen: Seen, codes: readonly string[]): readonly Call[] =>
  seriesIn(seen).flatMap((series) => {
    const at = series.findIndex((call) => isTold(call, codes));
    const refused = series[at];
    return refused !== undefined && series.slice(at + 1).every(isAccepted) && wentOn(seen, refused) ? [refused] : [];
  });

export const isSerial = (series: readonly Call[]): boolean =>
  series.every((call, index) => call.at >= (series[index - 1]?.endedAt ?? 0));

export const refusals = ({ calls }: Seen, codes: readonly string[]): readonly Call[] =>
  calls.filter((call) => isTold(call, codes));

/** A pause after which a repeat is a new try, on a schedule or after a restart, in milliseconds of the mock's clock. */
const anewMs = 60_000;

/**
 * The calls that one client can have made in a row: none after a long pause.
 * @param leastMs what comes sooner after the one before may be another worker's, and does not count
 */
export const rowsWithin = (calls: readonly Call[], leastMs = atOnceMs): readonly (readonly Call[])[] => {
  const rows: Call[][] = [];
  for (const call of calls) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (row === undefined || before === undefined || call.at - before.endedAt >= anewMs) rows.push([call]);
    else if (call.at - before.endedAt >= leastMs) row.push(call);
  }
  return rows;
};

/** Rows of one series in which every call was refused with one of the codes, at least so long. Calls that overlap may be those of several workers. */
export const rowsOf = (
  seen: Seen,
  codes: readonly string[],
  least: number,
  leastMs?: number,
): readonly (readonly Call[])[] =>
  seriesIn(seen)
    .filter(isSerial)
    .flatMap((series) => {
      const rows: Call[][] = [];
      let row: Call[] = [];
      for (const call of series) {
        if (isTold(call, codes)) row.push(call);
        else if (row.length > 0) {
          rows.push(row);
          row = [];
        }
      }
      return [...rows, row].flatMap((one) => rowsWithin(one, leastMs)).filter(({ length }) => length >= least);
    });

export const longestRun = <T>(
  items: readonly T[],
  goesOn: (item: T, before: T | undefined) => boolean,
): readonly T[] => {
  let longest: T[] = [];
  let run: T[] = [];
  for (const item of items) {
    const isNext = goesOn(item, run.at(-1));
    run = isNext ? [...run, item] : [];
    if (run.length > longest.length) longest = run;
  }
  return longest;
};

export const numbers = (...calls: readonly { readonly seq: number }[]): number[] =>
  [...new Set(calls.map(({ seq }) => seq))].toSorted((a, b) => a - b);

const isTold = ({ told, code }: Call, codes: readonly string[]): boolean =>
  told && code !== undefined && codes.includes(code);
