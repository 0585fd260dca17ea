/** The summary of usage, whose layout is open: where it has its totals is learned from a few calls that the judge knows. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { memberOf, microsOf } from '../reading/members.ts';
import { placesOf, totalsIn } from '../reading/totals.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { isBrief } from '../sample.ts';
import { billedJob } from './billing.ts';

type Summarised = {
  readonly exchange: Exchange;
  readonly chargedMicros: number;
  readonly count: number;
  /** The call before it. */
  readonly says: string;
};

type Layout = {
  /** Places of the number of calls, and of what they were charged; empty where none was found. */
  readonly counts: readonly string[];
  readonly charges: readonly string[];
  /** Each summary on the way, the first before any call. */
  readonly seen: readonly Summarised[];
};

/** Learned on an account that has made no calls before, so that every total is known. Throws NotTestable where none can be made. */
export const summaryLayout = async (actor: Actor): Promise<Layout> =>
  actor.run.once(async (one) => {
    const account = await one.made(1_000);
    const seen: Summarised[] = [];
    const look = async (says: string, chargedMicros: number, count: number): Promise<void> => {
      const exchange = await one.call(account, 'getUsageSummary');
      if (!isSuccess(exchange)) one.wanted(undefined, 'a summary of usage', exchange);
      seen.push({ exchange, chargedMicros, count, says });
    };
    await look('nothing', 0, 0);
    let charged = 0;
    for (const [index, endpoint] of endpoints.slice(0, isBrief(one.run) ? 3 : undefined).entries()) {
      const { job } = await billedJob(one, account, endpoint);
      if (job.status !== 'succeeded') one.wanted(undefined, 'a job that succeeds', job.end);
      charged += microsOf(job.job['charged_usd']) || 0;
      await look(`a ${endpoint}`, charged, index + 1);
    }
    // Two calls of two features: with one alone, the totals of a feature would pass for those of all.
    const first = seen.slice(0, 3);
    return {
      counts: placesOf(
        first.map(({ exchange, count: wanted }) => ({ body: exchange.answer?.json, wanted })),
        0,
      ),
      charges: placesOf(
        first.map(({ exchange, chargedMicros }) => ({ body: exchange.answer?.json, wanted: chargedMicros / 1e6 })),
        5e-7,
      ),
      seen,
    };
  }, 'layout of the summary');

const endpoints = [
  'face-swap-image',
  'voice-clone',
  'avatar',
  'face-swap',
  'lip-sync',
  'motion-control',
  'character-swap',
] as const;

/** What a summary says at places that were learned; undefined where nothing was. */
export const totalAt = ({ answer }: Exchange, places: readonly string[]): number | undefined => {
  const totals = totalsIn(answer?.json);
  const [place] = places;
  return place === undefined ? undefined : (totals.get(place) ?? (place.includes('*') ? 0 : undefined));
};

/** Everything that an account's log lists, summed. */
export const sumOfLog = async (
  actor: Actor,
  account: Account,
): Promise<{ readonly micros: number; readonly count: number; readonly exchange: Exchange }> => {
  const { exchange, records } = await actor.usage(account, { limit: '500' });
  const micros = records.reduce<number>((sum, record) => sum + (microsOf(memberOf(record, 'charged_usd')) || 0), 0);
  return { micros, count: records.length, exchange };
};
