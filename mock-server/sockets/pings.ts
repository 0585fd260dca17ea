/** One timer, in real time, for all open streams: each is asked for a sign of life. */
import type { Stream } from './stream.ts';

/** @param everyMs real milliseconds */
export const createPings = (everyMs: number, streams: () => Iterable<Stream>): { readonly arm: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Begins if streams are open, and stops if none is. */
    arm: () => {
      const [any] = streams();
      if (any === undefined) {
        clearInterval(timer);
        timer = undefined;
      } else {
        timer ??= setInterval(() => {
          for (const stream of streams()) stream.ping();
        }, everyMs);
      }
    },
  };
};
