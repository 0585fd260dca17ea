/**
 * `GET /events`: what happens in the mock, told as server-sent events for as long as somebody listens. Nothing is queued for a listener
 * but one batch: each has a place up to which he was told, and what has changed since is put together when he is ready to take it.
 */
import type { ChangedPart, ClockNews, FeedBatch, LevelNews } from '../../spec/schemas/feed.ts';
import type { Account } from '../domain/account.ts';
import type { Engine } from '../engine/engine.ts';
import type { Journal } from '../store/journal.ts';
import { FeedChanges } from './feed-changes.ts';
import { type Place, readPlace, writePlace } from './feed-place.ts';
import { accountNews, deliveryNews, jobNews, journalNews, sessionNews } from './feed-views.ts';

export type FeedParts = {
  readonly engine: () => Engine;
  readonly clock: () => ClockNews;
  readonly journal: Pick<Journal, 'list'>;
  /** How loud streams were since it was last asked. */
  readonly levels: () => readonly LevelNews[];
  /** Of this feed alone: places of another process or of another start are none of ours. */
  readonly name: string;
  /** Where other processes serve the same accounts: until what they have done is known here. */
  readonly fresh?: () => Promise<void>;
  readonly reportFailure: (error: unknown) => void;
};

export type Feed = {
  /** @param since the id of the last batch that the listener has got; undefined where there are as many listeners as there may be */
  readonly open: (since: string | undefined) => ReadableStream<Uint8Array> | undefined;
  /** Ends all that is open. */
  readonly close: () => void;
};

/** Real time: it is about connections. */
const beatMs = 50;
const listenersMax = 32;
const rowsAtOnce = 1_000;
const thingsAtOnce = 1_000;
const newestAtFirst = 500;
/** Of a clock that runs the page is told about every second; a comment keeps quiet connections open. */
const beatsPerTick = 20;
const beatsPerSign = 200;
/** Who takes nothing for so long has gone, or may as well come again. */
const beatsOfPatience = 400;
/** Bytes that may wait in a connection before the next batch is put together. */
const roomBytes = 256 * 1024;

export const createFeed = (parts: FeedParts): Feed => {
  const listeners = new Set<Listener>();
  const followed = new WeakSet<Engine>();
  let engine: Engine | undefined;
  let world = 0;
  let changes = new FeedChanges([]);
  let timer: NodeJS.Timeout | undefined;
  let isFetching = false;

  /** Another world has begun: what was told of the one before goes for nothing. */
  const enter = (next: Engine): void => {
    engine = next;
    world++;
    changes = new FeedChanges(next.atRest());
    if (followed.has(next)) return;
    followed.add(next);
    const note = (account: Account, event: Parameters<FeedChanges['note']>[1]): void => {
      if (engine === next) changes.note(account, event);
    };
    next.follow(note);
    next.observe(note);
  };

  const beat = (): void => {
    const now = parts.engine();
    if (now !== engine) enter(now);
    const levels = parts.levels();
    for (const listener of listeners) {
      try {
        listener.beat(now, changes, world, levels);
      } catch (error) {
        listener.end();
        parts.reportFailure(error);
      }
    }
  };

  const fetchAndBeat = (): void => {
    if (parts.fresh === undefined) return beat();
    if (isFetching) return;
    isFetching = true;
    void parts
      .fresh()
      .then(beat, () => undefined)
      .finally(() => {
        isFetching = false;
      });
  };

  const leave = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    open: (since) => {
      if (listeners.size >= listenersMax) return undefined;
      if (parts.engine() !== engine) enter(parts.engine());
      const place = readPlace(since, parts.name);
      const listener = new Listener(parts, place?.world === world ? place : undefined, leave);
      listeners.add(listener);
      timer ??= setInterval(fetchAndBeat, beatMs).unref();
      return listener.stream;
    },
    close: () => {
      for (const listener of listeners) listener.end();
    },
  };
};

class Listener {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #parts: FeedParts;
  readonly #leave: (listener: Listener) => void;
  #out: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Undefined as long as nothing was told. */
  #place: Place | undefined;
  #told: { readonly clock: string; readonly capacity: unknown; readonly faults: unknown } | undefined;
  #beats = 0;
  #stuck = 0;

  constructor(parts: FeedParts, place: Place | undefined, leave: (listener: Listener) => void) {
    this.#parts = parts;
    this.#place = place;
    this.#leave = leave;
    this.stream = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.#out = controller), cancel: () => leave(this) },
      new ByteLengthQueuingStrategy({ highWaterMark: roomBytes }),
    );
  }

  /** Tells what has changed, if it can be taken. */
  beat(engine: Engine, changes: FeedChanges, world: number, levels: readonly LevelNews[]): void {
    const room = this.#out?.desiredSize ?? 0;
    if (room <= 0) {
      if (++this.#stuck >= beatsOfPatience) this.end();
      return;
    }
    this.#stuck = 0;
    this.#beats++;
    const isFresh = this.#place?.world !== world || !changes.knows(this.#place.change);
    const before: Place = isFresh || this.#place === undefined ? { world, change: 0, entry: 0 } : this.#place;
    const { entries, next } = this.#parts.journal.list({ since: before.entry, limit: rowsAtOnce });
    const things = isFresh ? newestIn(engine) : changedIn(changes, before.change);
    const change = isFresh ? changes.last : things.last;
    const clock = this.#parts.clock();
    const { capacity, faults } = engine.world;
    const changed: ChangedPart[] = [];
    if (this.#told?.capacity !== capacity) changed.push('capacity');
    if (this.#told?.faults !== faults) changed.push('faults');
    const clockText = JSON.stringify(clock);
    const isTick = this.#told?.clock !== clockText && (clock.mode === 'manual' || this.#beats % beatsPerTick === 0);
    const isChange = change !== before.change || entries.length > 0 || changed.length > 0 || levels.length > 0;
    const isNews = isFresh || isChange || isTick;
    this.#place = { world, change, entry: next };
    if (!isNews) {
      if (this.#beats % beatsPerSign === 0) this.#send(':\n\n');
      return;
    }
    this.#told = { clock: clockText, capacity, faults };
    const { accounts, jobs, sessions, deliveries } = things;
    const balances = isFresh ? [] : changes.balancesBetween(before.change, change);
    const journal = entries.map(journalNews);
    const batch: FeedBatch = {
      fresh: isFresh,
      clock,
      accounts,
      jobs,
      sessions,
      deliveries,
      balances,
      journal,
      levels,
      changed,
    };
    this.#send(`id: ${writePlace(this.#place, this.#parts.name)}\ndata: ${JSON.stringify(batch)}\n\n`);
  }

  end(): void {
    this.#leave(this);
    try {
      this.#out?.close();
    } catch {
      // It was closed by the other side meanwhile.
    }
  }

  #send(text: string): void {
    this.#out?.enqueue(encoder.encode(text));
  }
}

const encoder = new TextEncoder();

type Things = Pick<FeedBatch, 'accounts' | 'jobs' | 'sessions' | 'deliveries'>;

/** What is there when somebody begins to listen: all accounts, and of everything else the newest of each. */
const newestIn = (engine: Engine): Things & { readonly last: number } => {
  const accounts = [...engine.atRest()].slice(-newestAtFirst);
  const each = <T, News>(list: (account: Account) => Iterable<T>, news: (account: Account, one: T) => News): News[] =>
    accounts.flatMap((account) => [...list(account)].slice(-newestAtFirst).map((one) => news(account, one)));
  return {
    accounts: accounts.map(accountNews),
    jobs: each((account) => account.jobs.values(), jobNews),
    sessions: each((account) => account.sessions.values(), sessionNews),
    deliveries: each((account) => account.deliveries.values(), deliveryNews),
    last: 0,
  };
};

const changedIn = (changes: FeedChanges, since: number): Things & { readonly last: number } => {
  const accounts = [];
  const jobs = [];
  const sessions = [];
  const deliveries = [];
  const found = changes.since(since, thingsAtOnce);
  for (const { kind, account, id } of found) {
    if (kind === 'account') accounts.push(accountNews(account));
    const job = kind === 'job' ? account.jobs.get(id) : undefined;
    if (job !== undefined) jobs.push(jobNews(account, job));
    const session = kind === 'session' ? account.sessions.get(id) : undefined;
    if (session !== undefined) sessions.push(sessionNews(account, session));
    const delivery = kind === 'delivery' ? account.deliveries.get(id) : undefined;
    if (delivery !== undefined) deliveries.push(deliveryNews(account, delivery));
  }
  return { accounts, jobs, sessions, deliveries, last: found.at(-1)?.n ?? since };
};
