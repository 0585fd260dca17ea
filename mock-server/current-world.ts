/** The world that a mock plays now, and what puts another one in its place: a reset, a snapshot, or another process that did either. */
import type { ClockPlace } from './engine/clock.ts';
import type { Engine } from './engine/engine.ts';
import type { StagedWorld } from './keeping.ts';
import {
  type MadeWorld,
  type WorldParts,
  followedBy,
  furnishedWorld,
  loadedWorld,
  rejoinedEngine,
  restartedEngine,
  resumedEngine,
} from './made-worlds.ts';
import type { Opening } from './opening.ts';
import { DatabaseGone } from './store/postgres/errors.ts';
import type { SnapshotFile } from './store/snapshot.ts';

export type { WorldParts } from './made-worlds.ts';

export type CurrentWorld = {
  readonly engine: Engine;
  /** How it began. */
  readonly opening: Opening;
  /** Begins anew. Where that fails, the world goes on as it was. @param change for a beginning that is another one: says so by `openNext` */
  readonly reset: (change?: () => void) => Promise<void>;
  /**
   * Goes on with the world of a snapshot, from the later of its instant and the start of the clock. Throws `WrongSnapshot` for one that
   * cannot be gone on with, and then, as after any failure, the world goes on as it was.
   * @param adopt what belongs to the loaded world before anybody sees it
   */
  readonly load: (snapshot: SnapshotFile, adopt: (engine: Engine) => Promise<void>) => Promise<void>;
  /**
   * As when the process is killed and started at once: what is only in memory is gone, and what its events tell of goes on. Where that
   * fails, the world goes on as it was, and its streams have ended.
   */
  readonly restart: () => Promise<void>;
  /** Whether this engine ended so. */
  readonly brokeOff: (engine: Engine) => boolean;
  /** Goes on with the world that another process has put in the place of this one. @returns false if this one is not older */
  readonly rejoin: (generation: number, clock: ClockPlace | undefined) => Promise<boolean>;
  /** What the next world begins with. */
  readonly openNext: (opening: Opening) => void;
};

export const beginWorld = async (first: Opening, parts: WorldParts): Promise<CurrentWorld> => {
  const { keeping, facts, clock, sockets, blobs, rateLimiter, journal, timeline, onFailure } = parts;
  let opening = first;
  let opensNext: Opening | undefined;
  let engine: Engine;
  let changing: Promise<unknown> = Promise.resolve();

  /** One after the other. One that fails is told to who asked for it, and the next begins all the same. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = changing.then(change);
    changing = turn.catch(() => undefined);
    return turn;
  };

  /** From here on the old world is out of use. Nothing of this can fail but what the new one can do without. */
  const takeOver = async (
    next: Engine,
    { generation, setClock, clearAway }: { generation: number; setClock: () => void; clearAway: () => Promise<void> },
  ): Promise<void> => {
    sockets.clear();
    engine.close();
    timeline.end();
    await clearAway().catch(onFailure);
    setClock();
    rateLimiter.clear();
    followedBy(next, parts);
    engine = next;
    keeping.joined(generation);
  };

  /** @param isOld whether what has happened in this world happened elsewhere, where this journal does not have it */
  const serve = async (isOld: boolean): Promise<void> => {
    try {
      await timeline.goOn(engine, opening);
    } finally {
      engine.start();
      // Those too that were let in while the old world was cleared away.
      sockets.clear();
      journal.clear();
      if (isOld) journal.beginLate();
    }
  };

  /** @returns the blobs that were there before */
  const begunInPlace = async (staged: StagedWorld, made: MadeWorld): Promise<string[]> => {
    try {
      const old = await blobs.names();
      await staged.begin(facts, made.clock);
      return old;
    } catch (error) {
      // Where it is not known whether the world has begun, its uploads stay.
      if (!(error instanceof DatabaseGone)) await made.undo();
      throw error;
    }
  };

  /** Makes a world beside this one, and puts it in its place once it stands. */
  const replace = (
    next: Opening,
    make: (staged: StagedWorld) => Promise<MadeWorld>,
    { isOld }: { readonly isOld: boolean },
  ): Promise<void> =>
    keeping.stage(async (staged) => {
      const made = await make(staged);
      const old = await begunInPlace(staged, made);
      opening = next;
      await takeOver(made.engine, {
        generation: staged.generation,
        setClock: () => {
          clock.restart({ mode: next.told.clock, start: next.start });
          clock.moveTo(made.clock.now);
        },
        clearAway: () => blobs.deleteAll(old.filter((name) => !made.blobs.has(name))),
      });
      await serve(isOld);
    });

  if (keeping.facts === undefined) {
    engine = await keeping.stage(async (staged) => {
      // The clock has begun already: a world that began later would be ahead of it.
      const made = await furnishedWorld(staged.store, opening, parts, clock.place());
      await staged.begin(facts, made.clock);
      keeping.joined(staged.generation);
      return followedBy(made.engine, parts);
    });
  } else {
    engine = await resumedEngine(opening, parts);
    // Where others share it, they have served it before.
    journal.beginLate();
  }
  await timeline.goOn(engine, opening);
  const brokenOff = new WeakSet<Engine>();

  return {
    get engine() {
      return engine;
    },
    get opening() {
      return opening;
    },
    reset: (change) =>
      inTurn(async () => {
        opensNext = undefined;
        change?.();
        const next = opensNext ?? opening;
        await replace(next, ({ store }) => furnishedWorld(store, next, parts), { isOld: false });
      }),
    load: (snapshot, adopt) =>
      inTurn(() =>
        replace(opening, ({ store }) => loadedWorld(store, snapshot, adopt, opening, parts), { isOld: true }),
      ),
    restart: () =>
      inTurn(async () => {
        const before = engine;
        brokenOff.add(before);
        sockets.clear();
        before.close();
        await before.quiet();
        let next: Engine;
        try {
          next = await restartedEngine(before.store, opening, parts);
        } catch (error) {
          // What cannot be read now may soon be: until then it goes on as it was, without its streams.
          brokenOff.delete(before);
          before.start();
          throw error;
        }
        rateLimiter.clear();
        engine = followedBy(next, parts);
        try {
          await timeline.goOn(engine, opening);
        } finally {
          engine.start();
          sockets.clear();
        }
      }),
    brokeOff: (one) => brokenOff.has(one),
    rejoin: (generation, place) =>
      inTurn(async () => {
        // A reset of this process may have been faster.
        if (keeping.generation() >= generation) return false;
        const next = await rejoinedEngine(generation, opening, parts);
        await takeOver(next, {
          generation,
          setClock: () => {
            clock.restart();
            if (place !== undefined) clock.join(place);
          },
          clearAway: async () => undefined,
        });
        await serve(true);
        return true;
      }),
    openNext: (next) => {
      opensNext = next;
    },
  };
};
