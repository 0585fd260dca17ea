/** The bookkeeper: from what was observed of a program, what each account must have paid. It asks nobody, and trusts no total. */
import { memberOf, microsOf, textIn } from '../reading/members.ts';
import { type Price, priceIn } from '../reading/rate-card.ts';
import { isSuccess } from '../wire/exchange.ts';
import type { JobLog, Log, StreamLog } from './log.ts';
import type { Who } from './program.ts';

/** A sum that is known up to the rounding of the seconds of streams (gaps `session-rounding` and `usd-rounding`). */
export type Due = { readonly least: number; readonly most: number };

export type Books = {
  readonly who: Who;
  /** What must be gone from the balance, in micro-USD: what each job that succeeded says that it cost, and each stream. */
  readonly dueMicros: Due;
  readonly succeeded: readonly JobLog[];
  readonly failed: readonly JobLog[];
  readonly streams: readonly StreamLog[];
  /** Whether some submit of it was sent again. */
  readonly hasRepeats: boolean;
  readonly hasRefusals: boolean;
};

const centMicros = 10_000;

/** @param pricing the rate card as it was answered */
export const booksOf = (log: Log, who: Who, pricing: unknown): Books => {
  const jobs = log.jobs.filter((job) => job.who === who);
  const succeeded = jobs.filter((job) => statusOf(job) === 'succeeded');
  const failed = jobs.filter((job) => statusOf(job) === 'failed');
  const streams = log.streams.filter((stream) => stream.who === who);
  const jobsMicros = sum(succeeded.map((job) => chargedOf(job) || 0));
  const dues = streams.map((stream) => dueFor(stream, priceIn(pricing, stream.kind)));
  return {
    who,
    dueMicros: {
      least: jobsMicros + sum(dues.map(({ least }) => least)),
      most: jobsMicros + sum(dues.map(({ most }) => most)),
    },
    succeeded,
    failed,
    streams,
    hasRepeats: log.submits.some(
      (submit) => submit.who === who && submit.kind !== 'first' && isSuccess(submit.exchange),
    ),
    hasRefusals: log.refused.some((refused) => refused.who === who),
  };
};

/** What a stream costs: its seconds, rounded either way, and never more than its ceiling. */
export const dueFor = (
  { secondsLeast, secondsMost, ceilingMicros, ownSecondMicros = 0 }: StreamLog,
  price: Price | undefined,
): Due => {
  const most = Number.isNaN(ceilingMicros) ? Number.POSITIVE_INFINITY : ceilingMicros;
  if (price === undefined || (price.unit !== 'second' && price.unit !== 'minute')) return { least: 0, most };
  const cost = (whole: number): number => (whole * price.usd * 1e6) / (price.unit === 'second' ? 1 : 60);
  return {
    least: Math.max(0, Math.floor(cost(Math.floor(secondsLeast))) - centMicros),
    most: Math.min(
      most,
      Math.ceil(Math.max(cost(Math.ceil(secondsMost)), ownSecondMicros * Math.ceil(secondsMost))) + centMicros,
    ),
  };
};

/** As its last look before the end of the program has it. */
export const statusOf = ({ looks }: JobLog): string | undefined => {
  const last = looks.at(-1);
  return last === undefined ? undefined : textIn(last, 'status');
};

/** Micro-USD; NaN where the job does not tell. */
export const chargedOf = ({ looks }: JobLog): number => microsOf(memberOf(looks.at(-1)?.answer?.json, 'charged_usd'));

export const isWithin = (micros: number, { least, most }: Due): boolean => micros >= least - 1 && micros <= most + 1;

export const told = ({ least, most }: Due): string =>
  least === most ? `${least / 1e6} USD` : `${least / 1e6} to ${most / 1e6} USD`;

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
