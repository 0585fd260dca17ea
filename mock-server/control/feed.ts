/**
 * `GET /events`: what happens in the mock, told as server-sent events for as long as somebody listens. Nothing is queued for a listener
 * but one batch: each has a place up to which he was told, and what has changed since is put together when he is ready to take it.
 */
import type { LevelNews } from '../../spec/schemas/feed.ts';
import type { Account } from '../domain/account.ts';
import type { Engine } from '../engine/engine.ts';
import { FeedChanges } from './feed-changes.ts';
import { Listener, type ListenerParts } from './feed-listener.ts';
import { readPlace } from './feed-place.ts';

export type FeedParts = ListenerParts & {
  readonly engine: () => Engine;
  /** How loud streams were since it was last asked. */
  readonly levels: () => readonly LevelNews[];
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

export const createFeed = (parts: FeedParts): Feed => {
  const listeners = new Set<Listener>();
  const followed = new WeakSet<Engine>();
  let engine: Engine | undefined;
  let world = 0;
  let changes = new FeedChanges([]);
  let timer: NodeJS.Timeout | undefined;
  let isFetching = false;
  let reported = '';

  /** What fails at one beat mostly fails at the next, and is said once in a world. */
  const reportOnce = (error: unknown): void => {
    if (String(error) === reported) return;
    reported = String(error);
    parts.reportFailure(error);
  };

  /** Another world has begun: what was told of the one before goes for nothing. */
  const enter = (next: Engine): void => {
    // What may fail comes first: then it is tried anew.
    const none = new FeedChanges(next.atRest());
    follow(next);
    engine = next;
    world++;
    changes = none;
    reported = '';
  };

  const follow = (next: Engine): void => {
    if (followed.has(next)) return;
    const note = (account: Account, event: Parameters<FeedChanges['note']>[1]): void => {
      if (engine === next) changes.note(account, event);
    };
    next.follow(note);
    next.observe(note);
    followed.add(next);
  };

  /** They are the least of it: where they cannot be had, the rest is told. */
  const levelsNow = (): readonly LevelNews[] => {
    try {
      return parts.levels();
    } catch (error) {
      reportOnce(error);
      return [];
    }
  };

  const beat = (): void => {
    const now = parts.engine();
    if (now !== engine) enter(now);
    const levels = levelsNow();
    for (const listener of listeners) {
      try {
        listener.beat(now, changes, world, levels);
      } catch (error) {
        listener.end();
        parts.reportFailure(error);
      }
    }
  };

  /** Never rejects: nobody waits for it. */
  const fetchAndBeat = async (): Promise<void> => {
    if (isFetching) return;
    isFetching = true;
    try {
      if (parts.fresh === undefined || (await hasCome(parts.fresh()))) beat();
    } catch (error) {
      reportOnce(error);
    }
    isFetching = false;
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
      timer ??= setInterval(() => void fetchAndBeat(), beatMs).unref();
      return listener.stream;
    },
    close: () => {
      for (const listener of listeners) listener.end();
    },
  };
};

/** An outage is reported by whoever asks for it all the time. */
const hasCome = (asked: Promise<void>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  );
