/** Plays the timeline of a story: each entry at its moment of the clock, or after what it waits for. Where each stands is an event of the world. */
import { secondsOf } from '../scenarios/duration.ts';
import { isSuchOutcome, isSuchRequest } from '../scenarios/judge.ts';
import { outcomeOf, requestOf } from '../scenarios/seen-by-control.ts';
import { type Occasion, type TimelineEntry, accountOf, isOfRequests } from '../scenarios/timeline.ts';
import type { JournalEntry } from '../spec/schemas/journal.ts';
import { negotiated } from './control/rates.ts';
import type { AccountEvent } from './domain/events.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import type { TimelineState } from './domain/world.ts';
import type { Engine } from './engine/engine.ts';
import type { NamedAccount } from './named-accounts.ts';
import type { TimelineParts } from './story-timeline.ts';

export type PlayedTimeline = {
  /** Until what has begun is done; undefined where nothing has. */
  readonly settle: () => Promise<unknown> | undefined;
  /** Nothing of it happens any more. */
  readonly end: () => void;
};

type Parts = TimelineParts & {
  /** Of a world that knows where each entry stands. */
  readonly engine: Engine;
  readonly entries: readonly TimelineEntry[];
  readonly accounts: readonly NamedAccount[];
};

/** An entry, and where it stands. */
type Standing = { readonly entry: TimelineEntry; now: TimelineState };

export const playTimeline = (parts: Parts): PlayedTimeline => {
  const { engine, entries, accounts, journal, reportFailure } = parts;
  const running = new Set<Promise<unknown>>();
  const known = engine.world.story;
  const all = entries.map((entry, index): Standing => ({ entry, now: known?.timeline[index] ?? { state: 'done' } }));
  let isOver = false;

  const begin = (work: Promise<void>): Promise<void> => {
    const done = work.catch(reportFailure).finally(() => void running.delete(done));
    running.add(done);
    return done;
  };
  const move = async (...moved: readonly (readonly [Standing, TimelineState])[]): Promise<void> => {
    for (const [one, state] of moved) one.now = state;
    const timeline = all.map(({ now }) => now);
    await engine.moveStory(() => ({ digest: known?.digest ?? '', timeline }));
  };
  const perform = async (one: Standing): Promise<void> => {
    if (isOver) return;
    // What cannot be repeated is rather left out, where the process ends between the two.
    const isFirst = one.entry.top_up !== undefined || one.entry.restart === true;
    if (isFirst) await move([one, { state: 'done' }]);
    await act(one.entry, parts);
    if (!isFirst) await move([one, { state: 'done' }]);
  };

  const meet = (accountId: string | null, isSuch: (after: Occasion) => boolean): void => {
    const met = all.flatMap((one): (readonly [Standing, TimelineState])[] => {
      const { after, later = 0 } = one.entry;
      if (isOver || after === undefined || one.now.state !== 'waiting') return [];
      if (namedIn(accounts, after.by ?? accountOf(one.entry)).id !== accountId || !isSuch(after)) return [];
      const seen = one.now.seen + 1;
      const isDue = seen === (after.nth ?? 1);
      return [[one, isDue ? { state: 'planned', at: engine.clock.now() + msOf(later) } : { state: 'waiting', seen }]];
    });
    if (met.length === 0) return;
    const noted = move(...met);
    const due = met.filter(([, { state }]) => state === 'planned').map(([one]) => one);
    for (const one of due.filter(({ entry }) => entry.later !== undefined)) plan(one);
    const atOnce = due.filter(({ entry }) => entry.later === undefined);
    void begin(
      noted.then(async () => {
        for (const one of atOnce) await perform(one);
      }),
    );
  };
  const plan = (one: Standing): void => {
    if (one.now.state === 'planned') engine.plan(one.now.at, () => begin(perform(one)));
  };

  for (const one of all) plan(one);
  const waits = (isSuch: (after: Occasion) => boolean): boolean =>
    all.some(({ entry: { after }, now }) => now.state === 'waiting' && after !== undefined && isSuch(after));
  const unfollow = waits(() => true)
    ? journal.follow((one) => meet(one.account_id, (after) => isIn(one, after)))
    : () => undefined;
  if (waits(({ job }) => job !== undefined))
    engine.follow(({ id }, event) => {
      const status = statuses[event.type];
      if (status !== undefined) meet(id, ({ job }) => job === status);
    });

  return {
    settle: () => (running.size === 0 ? undefined : Promise.all(running)),
    end: () => {
      isOver = true;
      unfollow();
    },
  };
};

/** Where the entries stand when a world begins. */
export const timelineAtStart = (entries: readonly TimelineEntry[], begun: number): readonly TimelineState[] =>
  entries.map(({ at }) =>
    at === undefined ? { state: 'waiting', seen: 0 } : { state: 'planned', at: begun + msOf(at) },
  );

const msOf = (duration: number | string): number => secondsOf(duration) * 1_000;

const namedIn = (accounts: readonly NamedAccount[], name: string): NamedAccount => {
  const found = accounts.find((account) => account.name === name);
  if (found === undefined) throw new Error(`the story has no account ${name}`);
  return found;
};

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
  const { revoke_key: key, rotate_secret: secret, top_up: usd, rates, capacity, fault, by } = entry;
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
  if (fault !== undefined) {
    const when = by === undefined ? fault.when : { ...fault.when, account_id: account.id };
    expectDone(await control().addFault({ ...fault, when }));
  }
  if (entry.clear_faults === true) await control().clearFaults();
  if (entry.restart === true) expectDone(await control().restart());
};

/** A key may be gone already: somebody was faster by hand. */
const expectDone = (outcome: object | Refused): void => {
  if (isRefused(outcome) && outcome.refusal.code !== 'not_found') throw new Error(outcome.refusal.message);
};
