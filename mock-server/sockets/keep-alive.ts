/** One timer, on the mock's clock, for all open streams: every few seconds each writes down that it lives. */
import type { Clock } from '../engine/clock.ts';
import type { Stream } from './stream.ts';

export type KeepAlive = {
  /** Begins to wait if streams are open, and stops if none is. */
  readonly arm: () => void;
  /** Waits anew: the clock has another pace, or has jumped. */
  readonly rearm: () => void;
};

export const createKeepAlive = (
  clock: Clock,
  streams: () => Iterable<Stream>,
  reportFailure: (error: unknown) => void,
): KeepAlive => {
  let timer: NodeJS.Timeout | undefined;
  let dueAt: number | undefined;
  let running = false;

  const disarm = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  const arm = (): void => {
    const [any] = streams();
    if (any === undefined) {
      disarm();
      dueAt = undefined;
      return;
    }
    if (timer !== undefined || running) return;
    dueAt ??= clock.now() + everyMs;
    const wait = clock.realMsUntil(dueAt);
    // On a clock that stands still nothing is due until it is moved, and a move runs what is due by itself.
    if (wait !== undefined && clock.speed > 0) timer = setTimeout(() => void tick(), Math.min(wait, longestTimerMs));
  };

  const rearm = (): void => {
    disarm();
    arm();
  };

  const tick = async (): Promise<void> => {
    timer = undefined;
    if (dueAt === undefined || clock.now() < dueAt) return arm();
    running = true;
    try {
      // One after the other: a thousand streams do not fill the memory with commands.
      for (const stream of streams()) await stream.keepAlive();
    } catch (error) {
      reportFailure(error);
    }
    running = false;
    dueAt = clock.now() + everyMs;
    arm();
  };

  return { arm, rearm };
};

/** By the mock's clock. */
const everyMs = 5_000;

/** Timers of Node hold no longer than this; a later instant is armed for again. */
const longestTimerMs = 2 ** 31 - 1;
