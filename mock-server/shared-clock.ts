/** The clock that many processes go by: each change has a number, so that what is late changes nothing, and what was not told is told later. */
import type { Clock, ClockPlace } from './engine/clock.ts';
import type { SharedDatabase, Standing } from './store/postgres/shared-database.ts';

export type SharedClock = {
  /** Goes where the others are, unless it was known already. */
  readonly follow: (standing: Pick<Standing, 'clock' | 'clockVersion'>) => void;
  /** The clock is at another world's place now. */
  readonly joined: (clockVersion: number) => void;
  /** Moves it while no other process does, and tells them. */
  readonly move: <T>(move: () => Promise<T> | T) => Promise<T>;
  /** Tells the others of a move that they could not be told of. */
  readonly catchUp: () => Promise<void>;
};

type Parts = {
  readonly shared: Pick<SharedDatabase<unknown>, 'alone' | 'setClock'>;
  readonly clock: Clock;
  readonly generation: () => number;
  /** Until everything that was acknowledged before is known here. */
  readonly fresh: () => Promise<void>;
  /** Told when the clock was set from outside. */
  readonly moved: () => void;
};

export const createSharedClock = ({ shared, clock, generation, fresh, moved }: Parts): SharedClock => {
  /** The change that this clock has followed, or made. */
  let known = -1;
  let isMoving = false;
  /** This clock is ahead of what the others know of. */
  let isAhead = false;

  const tell = async (): Promise<void> => {
    isAhead = true;
    const version = await shared.setClock(JSON.stringify(clock.place()), generation(), known);
    // Another was faster: its place is followed first.
    if (version === undefined) return;
    known = version;
    isAhead = false;
  };

  return {
    follow: ({ clock: told, clockVersion }) => {
      if (told === null || clockVersion <= known) return;
      known = clockVersion;
      const before = clock.now();
      clock.join(JSON.parse(told) as ClockPlace);
      // What has happened here at later instants cannot be taken back: the others come here.
      if (isAhead && clock.now() < before) clock.moveTo(before);
      else isAhead = false;
      moved();
    },
    joined: (clockVersion) => {
      known = clockVersion;
      isAhead = false;
      moved();
    },
    move: (work) =>
      shared.alone('clock', async () => {
        await fresh();
        isMoving = true;
        try {
          return await work();
        } finally {
          isMoving = false;
          await tell();
        }
      }),
    catchUp: async () => {
      if (isAhead && !isMoving) await tell();
    },
  };
};
