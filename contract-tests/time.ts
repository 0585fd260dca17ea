/** Time where the judge does not move the target's clock: the machine's, or that of a rehearsal, which costs none. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Stopped } from './verdict.ts';

export type Time = {
  /** Milliseconds. */
  readonly now: () => number;
  /** @param signal ends the wait; it rejects then */
  readonly pass: (seconds: number, signal?: AbortSignal) => Promise<void>;
};

/** The same, but that a wait throws Stopped when the signal comes. */
export const interruptible = (time: Time, signal: AbortSignal | undefined): Time =>
  signal === undefined
    ? time
    : {
        now: time.now,
        pass: async (seconds) => {
          throwIfStopped(signal);
          await time.pass(seconds, signal).catch((error: unknown) => {
            throwIfStopped(signal);
            throw error;
          });
        },
      };

/** Throws Stopped if the signal has come. */
export const throwIfStopped = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw new Stopped('it was interrupted');
};

export const realTime: Time = {
  now: () => Date.now(),
  pass: (seconds, signal) => sleep(seconds * 1_000, undefined, signal && { signal }),
};
