/** Work of which only so much is done at once. */

/** @returns does the work when it is its turn: in the order in which it came */
export const atMost = (count: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // Who is let in by another has its place: nobody comes between.
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
};
