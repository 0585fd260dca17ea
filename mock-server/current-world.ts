/** The world that a mock plays now, and the reset, which puts another one in its place. */
import type { GapChoices } from '../spec/gaps.ts';
import { Clock } from './engine/clock.ts';
import { Engine } from './engine/engine.ts';
import type { Chance } from './engine/random.ts';
import type { EngineEvent } from './engine/streams.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { Keeping, WorldFacts } from './keeping.ts';
import { defaultAccountId } from './named-accounts.ts';
import { type Opening, furnish } from './opening.ts';
import { settingsOf } from './settings.ts';
import type { Sockets } from './sockets/sockets.ts';
import type { StoryTimeline } from './story-timeline.ts';
import type { BlobStore } from './store/blobs.ts';
import type { Journal } from './store/journal.ts';
import { type SnapshotFile, WrongSnapshot } from './store/snapshot.ts';
import type { EventStore } from './store/store.ts';
import type { Dispatcher } from './webhooks/dispatch.ts';
import type { Wrapped } from './wrapped.ts';

export type CurrentWorld = {
  readonly engine: Engine;
  /** How it began. */
  readonly opening: Opening;
  /** Begins anew. @param change for a beginning that is another one: made once the old world is out of use */
  readonly reset: (change?: () => void) => Promise<void>;
  /**
   * Goes on with the world of a snapshot, from the later of its instant and the start of the clock. Throws `WrongSnapshot` for one that
   * cannot be gone on with, and then the world is as it was.
   */
  readonly load: (snapshot: SnapshotFile) => Promise<void>;
  /** Goes on with the world that another process has put in the place of this one. */
  readonly rejoin: (generation: number) => Promise<void>;
  /** What the next world begins with; the clock goes there at once. */
  readonly openNext: (opening: Opening) => void;
};

/** What a world is made with, and what it leaves behind. */
export type WorldParts = {
  readonly keeping: Keeping;
  readonly facts: WorldFacts;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly choices: GapChoices;
  readonly wrapped: Wrapped;
  readonly sockets: Sockets;
  readonly dispatcher: Dispatcher;
  readonly timeline: StoryTimeline;
  readonly blobs: BlobStore;
  readonly rateLimiter: RateLimiter;
  readonly journal: Journal;
  readonly onFailure: (error: unknown) => void;
};

export const beginWorld = async (first: Opening, parts: WorldParts): Promise<CurrentWorld> => {
  const { keeping, clock, sockets, blobs, rateLimiter, journal } = parts;
  let opening = first;
  let engine = keeping.facts === undefined ? await begunEngine(opening, parts) : await resumedEngine(opening, parts);
  let resetting = Promise.resolve();
  return {
    get engine() {
      return engine;
    },
    get opening() {
      return opening;
    },
    // One after the other, and the clock goes back only when the old world is out of use.
    reset: (change = () => clock.restart()) => {
      const turn = resetting.then(async () => {
        sockets.clear();
        engine.close();
        await blobs.clear();
        change();
        rateLimiter.clear();
        engine = await begunEngine(opening, parts);
        // Those too that were let in while the old world was cleared away.
        sockets.clear();
        journal.clear();
      });
      // One that fails is told to who asked for it, and the next begins all the same.
      resetting = turn.catch(() => undefined);
      return turn;
    },
    load: (snapshot) => {
      const turn = resetting.then(async () => {
        await tryOut(snapshot, opening, parts);
        sockets.clear();
        engine.close();
        parts.timeline.end();
        await blobs.clear();
        clock.restart();
        clock.moveTo(Date.parse(snapshot.head.now));
        rateLimiter.clear();
        try {
          engine = await loadedEngine(snapshot, opening, parts);
          engine.start();
        } catch (error) {
          // The disk may be full, for one: there is a world all the same.
          await blobs.clear();
          engine = await begunEngine(opening, parts);
          throw error;
        } finally {
          sockets.clear();
          journal.clear();
        }
      });
      resetting = turn.catch(() => undefined);
      return turn;
    },
    rejoin: (generation) => {
      const turn = resetting.then(async () => {
        sockets.clear();
        engine.close();
        parts.timeline.end();
        clock.restart();
        engine = await resumedEngine(opening, parts, generation);
        keeping.joined(generation);
        engine.start();
        sockets.clear();
        journal.clear();
      });
      resetting = turn.catch(() => undefined);
      return turn;
    },
    openNext: (next) => {
      opening = next;
      clock.restart({ mode: next.told.clock, start: next.start });
    },
  };
};

/** Of a world that begins. */
const begunEngine = async (opening: Opening, parts: WorldParts): Promise<Engine> => {
  const { keeping, facts } = parts;
  const engine = newEngine(await keeping.renew(), opening, parts);
  await furnish(engine, opening);
  await parts.timeline.begin(engine, opening);
  await keeping.begun(facts, parts.clock);
  return engine;
};

/** Of the world that is there, with the uploads that its events tell of and no other file, unless others share them. */
const resumedEngine = async (opening: Opening, parts: WorldParts, generation?: number): Promise<Engine> => {
  const { keeping } = parts;
  const engine = newEngine(keeping.resume(generation), opening, parts);
  try {
    await engine.recover();
  } catch (error) {
    throw keeping.unreadable(error);
  }
  if (keeping.shared !== undefined) return engine;
  const named = new Set<string>();
  for (const { uploads } of engine.atRest()) for (const { blob } of uploads.values()) named.add(blob);
  await parts.blobs.keepOnly(named);
  return engine;
};

/** Folds a snapshot in an engine that nothing comes of. */
const tryOut = async (snapshot: SnapshotFile, opening: Opening, parts: WorldParts): Promise<void> => {
  const trial = new Engine({
    store: eventsOf(snapshot),
    clock: new Clock('manual', Date.parse(snapshot.head.now)),
    chance: parts.chance,
    settings: settingsOf(opening.told, parts.choices, parts.wrapped.rules),
    onFailure: parts.onFailure,
  });
  try {
    await trial.recover();
  } catch (error) {
    throw new WrongSnapshot(`its events do not go together: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    trial.close();
  }
  const account = await trial.account(defaultAccountId);
  if (account === undefined) throw new WrongSnapshot(`it has no account ${defaultAccountId}`);
};

const loadedEngine = async (snapshot: SnapshotFile, opening: Opening, parts: WorldParts): Promise<Engine> => {
  const store = await parts.keeping.renew();
  let batch: Promise<void>[] = [];
  for await (const { stream, version, event } of eventsOf(snapshot).follow(0)) {
    batch.push(store.append(stream, version - 1, [event]));
    if (batch.length < batchLength) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  await snapshot.restoreBlobs(parts.blobs);
  const engine = newEngine(store, opening, parts);
  await engine.recover();
  await parts.keeping.begun(parts.facts, parts.clock);
  return engine;
};

/** As a store that holds them; what is appended is lost. */
const eventsOf = (snapshot: SnapshotFile): EventStore<EngineEvent> => ({
  append: async () => undefined,
  read: async function* () {
    // Nothing is read again.
  },
  follow: async function* () {
    const versions = new Map<string, number>();
    let position = 0;
    for await (const { stream, event } of snapshot.events()) {
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      yield { stream, version, position: ++position, event: event as EngineEvent };
    }
  },
});

/** How many are on their way to the store at a time. */
const batchLength = 1_000;

const newEngine = (store: EventStore<EngineEvent>, opening: Opening, parts: WorldParts): Engine => {
  const { keeping, clock, chance, choices, wrapped, sockets, dispatcher, timeline, onFailure } = parts;
  const { shared } = keeping;
  const engine = new Engine({
    store,
    isShared: shared !== undefined,
    clock,
    chance,
    settings: {
      ...settingsOf(opening.told, choices, wrapped.rules),
      ...(shared !== undefined && { process: shared.process }),
    },
    decide: wrapped.decide,
    onFailure,
    // What an attempt ends may be what a story waits for.
    settleOutside: () => {
      const attempts = dispatcher.settle();
      return attempts === undefined ? timeline.settle() : attempts.then(() => timeline.settle());
    },
  });
  sockets.follow(engine);
  dispatcher.follow(engine);
  return engine;
};
