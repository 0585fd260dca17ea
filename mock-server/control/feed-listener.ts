/** One who listens to the feed: up to where he was told, and the batch that is put together for him when he can take it. */
import type { ChangedPart, ClockNews, FeedBatch, LevelNews } from '../../spec/schemas/feed.ts';
import type { Engine } from '../engine/engine.ts';
import type { Journal } from '../store/journal.ts';
import type { FeedChanges } from './feed-changes.ts';
import { newestIn } from './feed-newest.ts';
import { type Place, writePlace } from './feed-place.ts';
import { accountNews, deliveryNews, jobNews, journalNews, sessionNews } from './feed-views.ts';

export type ListenerParts = {
  readonly clock: () => ClockNews;
  readonly journal: Pick<Journal, 'list'>;
  /** Of this feed alone: places of another process or of another start are none of ours. */
  readonly name: string;
};

const rowsAtOnce = 1_000;
const thingsAtOnce = 1_000;
/** Of a clock that runs the page is told about every second; a comment keeps quiet connections open. */
const beatsPerTick = 20;
const beatsPerSign = 200;
/** Who takes nothing for so long has gone, or may as well come again. */
const beatsOfPatience = 400;
/** Bytes that may wait in a connection before the next batch is put together. */
const roomBytes = 256 * 1024;

export class Listener {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #parts: ListenerParts;
  readonly #leave: (listener: Listener) => void;
  #out: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Undefined as long as nothing was told. */
  #place: Place | undefined;
  #told: { readonly clock: string; readonly capacity: unknown; readonly faults: unknown } | undefined;
  #beats = 0;
  #stuck = 0;

  constructor(parts: ListenerParts, place: Place | undefined, leave: (listener: Listener) => void) {
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
    const things = isFresh ? { ...newestIn(engine), last: changes.last } : changedIn(changes, before.change);
    const change = things.last;
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
