/** Plays the timeline of a story: each entry at its moment of the clock, or after what it waits for. */
import { secondsOf } from '../scenarios/duration.ts';
import { isSuchOutcome, isSuchRequest } from '../scenarios/judge.ts';
import { outcomeOf, requestOf } from '../scenarios/seen-by-control.ts';
import { type Occasion, type TimelineEntry, accountOf } from '../scenarios/timeline.ts';
import type { JournalEntry } from '../spec/schemas/journal.ts';
import { negotiated } from './control/rates.ts';
import type { AccountEvent } from './domain/events.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import type { Engine } from './engine/engine.ts';
import type { NamedAccount } from './named-accounts.ts';
import type { TimelineParts } from './story-timeline.ts';

export type PlayedTimeline = {
  readonly awaitsRequests: () => boolean;
  /** Until what has begun is done; undefined where nothing has. */
  readonly settle: () => Promise<unknown> | undefined;
  /** Nothing of it happens any more. */
  readonly end: () => void;
};

type Parts = TimelineParts & {
  /** Of a world that has just begun. */
  readonly engine: Engine;
  readonly entries: readonly TimelineEntry[];
  readonly accounts: readonly NamedAccount[];
};

/** An entry that waits for its occasion, and how many it has seen. */
type Waiting = { readonly entry: TimelineEntry; readonly after: Occasion; readonly accountId: string; seen: number };

export const playTimeline = (parts: Parts): PlayedTimeline => {
  const { engine, entries, accounts, journal, reportFailure } = parts;
  const running = new Set<Promise<unknown>>();
  const begun = engine.clock.now();
  let waiting: readonly Waiting[] = [];
  let isOver = false;

  const perform = (entry: TimelineEntry): Promise<void> => {
    const done = (isOver ? Promise.resolve() : act(entry, parts))
      .catch(reportFailure)
      .finally(() => void running.delete(done));
    running.add(done);
    return done;
  };

  const meet = (accountId: string | null, isSuch: (after: Occasion) => boolean): void => {
    const met = waiting.filter((one) => one.accountId === accountId && isSuch(one.after));
    for (const one of met) one.seen += 1;
    const due = met.filter(({ seen, after: { nth = 1 } }) => seen === nth);
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { entry } of due) {
      if (entry.later === undefined) void perform(entry);
      else engine.plan(engine.clock.now() + msOf(entry.later), () => perform(entry));
    }
  };

  for (const entry of entries) {
    const { at, after } = entry;
    if (at !== undefined) engine.plan(begun + msOf(at), () => perform(entry));
    if (after === undefined) continue;
    const { id: accountId } = namedIn(accounts, after.by ?? accountOf(entry));
    waiting = [...waiting, { entry, after, accountId, seen: 0 }];
  }
  const unfollow =
    waiting.length === 0 ? () => undefined : journal.follow((one) => meet(one.account_id, (after) => isIn(one, after)));
  if (waiting.some(({ after }) => after.job !== undefined))
    engine.follow(({ id }, event) => {
      const status = statuses[event.type];
      if (status !== undefined) meet(id, ({ job }) => job === status);
    });

  return {
    awaitsRequests: () => waiting.some(({ after }) => isOfRequests(after)),
    settle: () => (running.size === 0 ? undefined : Promise.all(running)),
    end: () => {
      isOver = true;
      waiting = [];
      unfollow();
    },
  };
};

const msOf = (duration: number | string): number => secondsOf(duration) * 1_000;

const namedIn = (accounts: readonly NamedAccount[], name: string): NamedAccount => {
  const found = accounts.find((account) => account.name === name);
  if (found === undefined) throw new Error(`the story has no account ${name}`);
  return found;
};

const isOfRequests = ({ endpoint, status, code }: Occasion): boolean =>
  [endpoint, status, code].some((one) => one !== undefined);

/** The status that a job has after an event. */
const statuses: { readonly [type in AccountEvent['type']]?: NonNullable<Occasion['job']> } = {
  'job.submitted': 'queued',
  'job.started': 'processing',
  'job.succeeded': 'succeeded',
  'job.failed': 'failed',
};

const isIn = (entry: JournalEntry, after: Occasion): boolean => {
  switch (entry.kind) {
    case 'request':
      return isOfRequests(after) && isSuchRequest(after, requestOf(entry, entry.account_id));
    case 'delivery':
      return after.attempt !== undefined && isSuchOutcome(after.attempt, outcomeOf(entry));
    case 'socket':
      return after.socket === entry.event;
    default:
      return entry satisfies never;
  }
};

const act = async (entry: TimelineEntry, { control, engine, accounts }: Parts): Promise<void> => {
  const account = namedIn(accounts, accountOf(entry));
  const { revoke_key: key, rotate_secret: secret, top_up: usd, rates, capacity } = entry;
  if (key !== undefined) expectDone(await control().revokeKey(account.id, account.key.keyId));
  if (secret !== undefined) {
    const { nextSecret: webhookSecret = '' } = account;
    expectDone(await engine.execute(account.id, { type: 'rotate-webhook-secret', webhookSecret }));
  }
  if (usd !== undefined) expectDone(await control().topUp(account.id, usd));
  if (rates !== undefined) {
    const changed = negotiated(engine.world.settings.rateCard, rates);
    expectDone(await engine.execute(account.id, { type: 'change-rates', rates: changed }));
  }
  if (capacity !== undefined) await control().setCapacity(capacity);
};

/** A key may be gone already: somebody was faster by hand. */
const expectDone = (outcome: object | Refused): void => {
  if (isRefused(outcome) && outcome.refusal.code !== 'not_found') throw new Error(outcome.refusal.message);
};
