/**
 * What a mock does to serve the same world as other processes: it looks what they have done before it answers, follows their resets and
 * their clock, and settles the streams of those that are not alive.
 */
import type { CurrentWorld } from './current-world.ts';
import type { Clock, ClockPlace } from './engine/clock.ts';
import type { EngineEvent } from './engine/streams.ts';
import { deleteLeftBlobs } from './left-blobs.ts';
import { endLostStreams } from './lost-streams.ts';
import type { Outage } from './outage.ts';
import { repeat } from './repeat.ts';
import { createSharedClock } from './shared-clock.ts';
import { deadAfterSeconds } from './store/postgres/alive.ts';
import type { BlobStore } from './store/blobs.ts';
import type { SharedDatabase, Standing } from './store/postgres/shared-database.ts';
import { WorldReplaced } from './store/store.ts';

export type Cluster = {
  /** Until everything that was acknowledged before the call, by whichever process, is folded. */
  readonly fresh: () => Promise<void>;
  /** Moves of the clock, one process after the other; all follow. */
  readonly withClock: <T>(move: () => Promise<T> | T) => Promise<T>;
  /** From now on what the others do leads to something here, also without anybody asking. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

type Parts = {
  readonly shared: SharedDatabase<EngineEvent>;
  readonly world: () => CurrentWorld;
  /** Of the world that this process has. */
  readonly generation: () => number;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly paceChanged: () => void;
  readonly outage: Outage;
};

/** Takes a first look. Throws `DatabaseGone`. */
export const joinCluster = async ({
  shared,
  world,
  generation,
  clock,
  blobs,
  paceChanged,
  outage,
}: Parts): Promise<Cluster> => {
  /** What the last look has left nothing of to be folded. */
  let seen = { generation: 0, position: 0 };
  const sharedClock = createSharedClock({
    shared,
    clock,
    generation,
    fresh: () => fresh(),
    moved: () => {
      world().engine.rearm();
      paceChanged();
    },
  });

  const look = async (): Promise<void> => {
    for (;;) {
      const standing = await shared.look();
      outage.over();
      try {
        if (standing.generation === generation()) return await follow(standing);
        const place = standing.clock === null ? undefined : placeIn(standing.clock);
        const hasRejoined = await world().rejoin(standing.generation, place);
        if (hasRejoined) sharedClock.joined(standing.clockVersion);
        // What was read may have been replaced already: it is looked at again.
      } catch (error) {
        if (!(error instanceof WorldReplaced)) throw error;
      }
    }
  };

  const follow = async (standing: Standing): Promise<void> => {
    sharedClock.follow(standing);
    await sharedClock.catchUp();
    // Another world may be as long as the one before.
    if (standing.position === seen.position && standing.generation === seen.generation) return;
    await world().engine.catchUp();
    seen = standing;
  };

  // Who comes while somebody looks gets a look that begins after he came; all who wait share it.
  let looking: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const fresh = (): Promise<void> => {
    if (looking !== undefined) {
      next ??= looking.catch(ignore).then(() => {
        next = undefined;
        return fresh();
      });
      return next;
    }
    looking = look().finally(() => (looking = undefined));
    return looking;
  };

  // Who could not ask for a while does not know who lives: after an outage nobody has said it.
  let asksInARow = 0;
  const settleLost = async (): Promise<void> => {
    try {
      await fresh();
      await endLostStreams(world().engine, async () => {
        const living = await shared.living();
        return ++asksInARow > deadAfterSeconds ? new Set([...living, shared.process]) : undefined;
      });
    } catch (error) {
      asksInARow = 0;
      throw error;
    }
  };

  const deleteLeft = (): Promise<void> =>
    deleteLeftBlobs({ blobs, engine: () => world().engine, generation, shared, fresh });

  await fresh();
  let stop: (() => Promise<unknown>) | undefined;
  return {
    fresh,
    withClock: sharedClock.move,
    start: () => {
      const polling = repeat(pollMs, fresh, outage.report);
      const settling = repeat(settleMs, settleLost, outage.report);
      const atFirst = deleteLeft().catch(outage.report);
      const deleting = repeat(deleteLeftMs, deleteLeft, outage.report);
      stop = () => Promise.all([polling(), settling(), atFirst, deleting()]);
    },
    close: async () => void (await stop?.()),
  };
};

const placeIn = (clock: string): ClockPlace => JSON.parse(clock) as ClockPlace;

const ignore = (): void => undefined;

/** Real milliseconds: how soon what other processes have done leads to something here, without anybody asking. */
const pollMs = 100;
const settleMs = 1_000;
const deleteLeftMs = 600_000;
