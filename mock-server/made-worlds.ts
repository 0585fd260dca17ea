/** Worlds in the making: each is furnished, loaded or read back while the one before it still serves, and touches nothing of that. */
import type { GapChoices } from '../spec/gaps.ts';
import { Clock, type ClockPlace } from './engine/clock.ts';
import { Engine } from './engine/engine.ts';
import type { Chance } from './engine/random.ts';
import type { EngineEvent } from './engine/streams.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { Keeping, WorldFacts } from './keeping.ts';
import { defaultAccountId } from './named-accounts.ts';
import { type Opening, furnish } from './opening.ts';
import { settingsOf } from './settings.ts';
import type { Sockets } from './sockets/sockets.ts';
import type { Story } from './story.ts';
import { type StoryTimeline, isWorldOf } from './story-timeline.ts';
import type { BlobStore } from './store/blobs.ts';
import { DataFolderError } from './store/data-folder-error.ts';
import type { Journal } from './store/journal.ts';
import type { SnapshotFile } from './store/snapshot.ts';
import { appendSnapshot, eventsOf } from './store/snapshot-events.ts';
import { type EventStore, WorldReplaced } from './store/store.ts';
import { WrongSnapshot } from './store/wrong-snapshot.ts';
import type { Dispatcher } from './webhooks/dispatch.ts';
import type { Wrapped } from './wrapped.ts';

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

/** A world that stands, and that nobody is served from yet. */
export type MadeWorld = {
  /** To be started. */
  readonly engine: Engine;
  /** Where the clock is when it begins. */
  readonly clock: ClockPlace;
  /** Uploads that are its own. */
  readonly blobs: ReadonlySet<string>;
  /** Leaves nothing of it but what its store holds. */
  readonly undo: () => Promise<void>;
};

/** As it is at the start. @param clock where it begins; by default where the opening says */
export const furnishedWorld = async (
  store: EventStore<EngineEvent>,
  opening: Opening,
  parts: WorldParts,
  clock: ClockPlace = parts.clock.placeOfStart({ mode: opening.told.clock, start: opening.start }),
): Promise<MadeWorld> => {
  await aside(store, clock.now, opening, parts, async (engine) => {
    await furnish(engine, opening);
    await parts.timeline.note(engine, opening);
  });
  return { engine: await foldedEngine(store, opening, parts), clock, blobs: new Set(), undo: async () => undefined };
};

/** With what a snapshot holds. Throws `WrongSnapshot` for one that cannot be gone on with. */
export const loadedWorld = async (
  store: EventStore<EngineEvent>,
  snapshot: SnapshotFile,
  adopt: (engine: Engine) => Promise<void>,
  opening: Opening,
  parts: WorldParts,
): Promise<MadeWorld> => {
  await tryOut(snapshot, opening, parts);
  await appendSnapshot(snapshot, store);
  const start = parts.clock.placeOfStart({ mode: opening.told.clock, start: opening.start });
  const instant = Math.max(start.now, Date.parse(snapshot.head.now));
  const now = await aside(store, instant, opening, parts, async (engine) => {
    await engine.recover();
    await adopt(engine);
  });
  const blobs = await snapshot.restoreBlobs(parts.blobs);
  try {
    const engine = await foldedEngine(store, opening, parts);
    return { engine, clock: { ...start, now }, blobs: blobs.names, undo: blobs.undo };
  } catch (error) {
    await blobs.undo();
    throw error;
  }
};

/** Begun by another process. */
export const rejoinedEngine = (generation: number, opening: Opening, parts: WorldParts): Promise<Engine> =>
  foldedEngine(parts.keeping.resume(generation), opening, parts);

/** Of the world that is there, with the uploads that its events tell of and no other file, unless others share them. */
export const resumedEngine = async (opening: Opening, parts: WorldParts): Promise<Engine> => {
  const { keeping } = parts;
  const { shared } = keeping;
  const engine = newEngine(keeping.resume(), opening, parts);
  try {
    await engine.recover();
  } catch (error) {
    if (shared === undefined || !(error instanceof WorldReplaced)) throw keeping.unreadable(error);
    keeping.joined((await shared.look()).generation);
    return resumedEngine(opening, parts);
  }
  followedBy(engine, parts);
  if (shared !== undefined) return engine;
  if (opening.story !== undefined && !isWorldOf(engine.world.story, opening.story)) throw anotherStory(opening.story);
  const named = new Set<string>();
  for (const { uploads } of engine.atRest()) for (const { blob } of uploads.values()) named.add(blob);
  await parts.blobs.keepOnly(named);
  return engine;
};

/** Of the world of an engine that was broken off. */
export const restartedEngine = async (
  store: EventStore<EngineEvent>,
  opening: Opening,
  parts: WorldParts,
): Promise<Engine> => {
  const engine = newEngine(store, opening, parts);
  await engine.recover();
  return engine;
};

const anotherStory = ({ name }: Story): DataFolderError =>
  new DataFolderError(
    `the data folder has a world that did not begin with what ${name} gives: leave the story away, or name another folder`,
  );

/** What happens in a world from now on leads to something outside. */
export const followedBy = (engine: Engine, { sockets, dispatcher }: WorldParts): Engine => {
  sockets.follow(engine);
  dispatcher.follow(engine);
  return engine;
};

/** Work on a world by an engine of its own, whose clock stands still at an instant. @returns where it is afterwards */
const aside = async (
  store: EventStore<EngineEvent>,
  instant: number,
  opening: Opening,
  { chance, choices, wrapped, onFailure }: WorldParts,
  work: (engine: Engine) => Promise<void>,
): Promise<number> => {
  const engine = new Engine({
    store,
    clock: new Clock('manual', instant),
    chance,
    settings: settingsOf(opening.told, choices, wrapped.rules),
    decide: wrapped.decide,
    onFailure,
  });
  try {
    await work(engine);
    return engine.clock.now();
  } finally {
    engine.close();
  }
};

/** Folds a snapshot in an engine that nothing comes of. */
const tryOut = async (snapshot: SnapshotFile, opening: Opening, parts: WorldParts): Promise<void> => {
  await aside(eventsOf(snapshot), Date.parse(snapshot.head.now), opening, parts, async (engine) => {
    try {
      await engine.recover();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new WrongSnapshot(`its events do not go together: ${why}`);
    }
    if (!engine.accountIds().includes(defaultAccountId))
      throw new WrongSnapshot(`it has no account ${defaultAccountId}`);
  });
};

/** With all that the store holds. The clock goes on as it is: it may still be another world's. */
const foldedEngine = async (store: EventStore<EngineEvent>, opening: Opening, parts: WorldParts): Promise<Engine> => {
  const engine = newEngine(store, opening, parts);
  await engine.recover(true);
  return engine;
};

/** One that counts on, from its first event, the occasions of the fault rules: it may be told of them before it is followed. */
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
  sockets.count(engine);
  dispatcher.count(engine);
  return engine;
};
