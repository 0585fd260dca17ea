/** Rounds that alternate between peers, and their medians: what disturbs the machine for a while disturbs all of them. */

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/** Runs each of the tasks once a round, in turn. A first round warms up and does not count. */
export const alternate = async <Name extends string, T>(
  rounds: number,
  tasks: { readonly [name in Name]: () => Promise<T> },
): Promise<{ [name in Name]: T[] }> => {
  const entries = Object.entries(tasks) as [Name, () => Promise<T>][];
  const taken = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as { [name in Name]: T[] };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of entries) {
      const result = await run();
      if (round > 0) taken[name].push(result);
    }
  }
  return taken;
};
