/** Usage logs that many checks look at: of calls that the judge knows, and with the format of `from` and `to` found out. */
import type { GapId } from '../../spec/gaps.ts';
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { type Billed, billed, billedJob, billingAccount, refunded } from '../probes/billing.ts';
import { memberOf } from '../reading/members.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

/** The one record of a call. */
export type Recorded = {
  /** `face-swap`, or the session call with its tier. */
  readonly call: string;
  readonly operation: JobEndpoint | 'full-live-swap/session' | 'voice/session';
  /** Undefined for a session that never was connected. */
  readonly ended: 'succeeded' | 'failed' | undefined;
  readonly record: unknown;
  readonly log: Exchange;
  readonly from: number;
  readonly to: number;
};

/** Every call whose record could be told from others, with it. */
export const recorded = async (actor: Actor): Promise<readonly Recorded[]> =>
  actor.run.once(async (one) => {
    const jobs: readonly Billed[] = [...(await billed(one)), ...(await failuresIfAny(one))];
    const found: Recorded[] = jobs.flatMap(({ endpoint, job, fresh = [], log, from, to }) => {
      const [record, ...others] = fresh;
      if (record === undefined || others.length > 0) return [];
      const ended = job.status === 'succeeded' ? 'succeeded' : 'failed';
      return [{ call: endpoint, operation: endpoint, ended, record, log, from, to }];
    });
    if (one.target.control !== undefined) found.push(...(await streams(one)));
    const last = jobs.at(-1);
    if (found.length === 0)
      one.wanted(undefined, 'a usage log that shows one record for one call', ...(last ? [last.log] : []));
    return found;
  }, 'recorded calls');

const failuresIfAny = async (actor: Actor): Promise<readonly Billed[]> => {
  try {
    return await refunded(actor);
  } catch (error) {
    if (error instanceof NotTestable) return [];
    throw error;
  }
};

const sessions = [
  [
    'a session of Full Live Swap in pro',
    'full-live-swap/session',
    'createLiveSwapSession',
    { duration_minutes: 1, tier: 'pro' },
  ],
  [
    'a session of Full Live Swap in standard',
    'full-live-swap/session',
    'createLiveSwapSession',
    { duration_minutes: 1, tier: 'standard' },
  ],
  ['a session of Voice Changer', 'voice/session', 'createVoiceSession', { duration_minutes: 1 }],
] as const;

/** A short stream of each kind. What cannot be streamed is left out: that is the finding of other checks. */
const streams = async (actor: Actor): Promise<readonly Recorded[]> => {
  const account = await billingAccount(actor);
  const found: Recorded[] = [];
  for (const [call, operation, id, body] of sessions) {
    const known = new Set((await actor.usage(account)).records.map((record) => memberOf(record, 'id')));
    const from = await actor.run.lookAtClock();
    const session = await actor.call(account, id, { body });
    if (!isSuccess(session)) continue;
    const stream = await actor.connect(session).catch(() => undefined);
    if (stream?.status !== 101) continue;
    await actor.run.pass(5);
    await stream.close();
    let log = await actor.usage(account);
    const fresh = (): readonly unknown[] => log.records.filter((record) => !known.has(memberOf(record, 'id')));
    await actor.until(async () => {
      log = await actor.usage(account);
      return fresh().length > 0;
    }, 10);
    const to = await actor.run.lookAtClock();
    const [record, ...others] = fresh();
    if (record === undefined || others.length > 0) continue;
    found.push({ call, operation, ended: 'succeeded', record, log: log.exchange, from, to });
  }
  return found;
};

/** All that an account with every kind of call lists, a session among them that nobody connected to. */
export const manyKinds = async (
  actor: Actor,
): Promise<{ readonly exchange: Exchange; readonly records: readonly unknown[] }> =>
  actor.run.once(async (one) => {
    await recorded(one);
    const account = await billingAccount(one);
    if (one.target.control !== undefined) {
      await one.call(account, 'createVoiceSession', { body: { duration_minutes: 1 } });
      await one.run.pass(660);
    }
    return one.usage(account);
  }, 'usage of many kinds');

const formats = ['iso', 'date', 'epoch-seconds', 'epoch-milliseconds'] as const;
export type Format = (typeof formats)[number];

/** @param at milliseconds @returns as it stands in a query; a date is the day that has it */
export const written = (at: number, format: Format): string => {
  switch (format) {
    case 'iso':
      return `${new Date(at).toISOString().slice(0, 19)}Z`;
    case 'date':
      return new Date(at).toISOString().slice(0, 10);
    case 'epoch-seconds':
      return String(Math.floor(at / 1_000));
    case 'epoch-milliseconds':
      return String(at);
    default:
      return format satisfies never;
  }
};

export const dayMs = 86_400_000;

/** The gaps on which hangs what `from` and `to` do. */
export const dateGaps: readonly GapId[] = ['date-filter', 'date-filter-unreadable'];

type Bounded = {
  readonly format: Format;
  /** With a bound behind which everything lies, and with one before which it does. */
  readonly every: Exchange;
  readonly none: Exchange;
};

type Bounds = {
  readonly account: Account;
  /** The record of a call that was just made; undefined where it is not told from others. */
  readonly known: unknown;
  /** By operation and parameter, an answer for each format that was not refused. */
  readonly tried: { readonly [name in `${Operation}.${Parameter}`]: readonly Bounded[] };
  /** The format that parts past from future somewhere; undefined where none of those that are known does. */
  readonly format: Format | undefined;
};

type Operation = 'listUsage' | 'getUsageSummary';
type Parameter = 'from' | 'to';

/** Tries every known format of `from` and `to` on a log that has a record of just now. */
export const bounds = async (actor: Actor): Promise<Bounds> =>
  actor.run.once(async (one) => {
    const account = await billingAccount(one);
    const { fresh = [] } = await billedJob(one, account, 'face-swap-image');
    const known = memberOf(fresh[0], 'id');
    const now = await one.run.lookAtClock();
    const tried: { [name in `${Operation}.${Parameter}`]?: readonly Bounded[] } = {};
    let format: Format | undefined;
    for (const operation of ['listUsage', 'getUsageSummary'] as const) {
      for (const parameter of ['from', 'to'] as const) {
        // Not far behind now: a log may begin thirty days before its end (gap usage-period).
        const [past, future] = [now - 4_000 * dayMs, now + 3 * dayMs];
        const found: Bounded[] = [];
        // Once one of them does something, the others tell nothing more.
        for (const way of format === undefined ? formats : [format]) {
          const ask = (at: number): Promise<Exchange> =>
            one.call(account, operation, {
              query: { ...(operation === 'listUsage' && { limit: '500' }), [parameter]: written(at, way) },
            });
          const [every, none] =
            parameter === 'from' ? [await ask(past), await ask(future)] : [await ask(future), await ask(past)];
          if (!isSuccess(every)) continue;
          const bounded = { format: way, every, none };
          found.push(bounded);
          if (!isParted(operation, bounded, known)) continue;
          format = way;
          break;
        }
        tried[`${operation}.${parameter}`] = found;
      }
    }
    if (format !== undefined) one.run.observe('date-filter', format);
    return { account, known, tried: tried as Bounds['tried'], format };
  }, 'bounds of usage');

/** Whether a bound does anything. */
export const isParted = (operation: Operation, { every, none }: Bounded, known: unknown): boolean => {
  if (operation === 'getUsageSummary') return contentOf(every) !== contentOf(none);
  return known !== undefined && idsIn(every).includes(known) && !idsIn(none).includes(known);
};

export const idsIn = (list: Exchange | undefined): readonly unknown[] => {
  const json = list?.answer?.json;
  return Array.isArray(json) ? json.map((record) => memberOf(record, 'id')) : [];
};

/** A summary without the times in it, which may name the period again. */
export const contentOf = ({ answer }: Exchange): string =>
  JSON.stringify(answer?.json, (name, value: unknown) => {
    if (/^(from|to|period|start|end|since|until)$/.test(name)) return undefined;
    return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && /\d{4}-\d{2}-\d{2}/.test(value)
      ? undefined
      : value;
  });
