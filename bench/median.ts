/** Rounds that alternate between peers, their medians, and how far they lie apart: what disturbs the machine for a while disturbs all peers. */

/** Fewer rounds, to see that everything works: `--quick`. Such figures are never kept. */
export const isQuick = process.argv.includes('--quick');

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

/** The distance between the quartiles, as a share of the median. Undefined for fewer than three. */
export const spreadOf = (numbers: readonly number[]): number | undefined => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return sorted.length < 3 ? undefined : Math.abs((at(0.75) - at(0.25)) / median(sorted));
};

/** What rounds took, as a figure has it: medians, and the spread of the ratios of each round where there is a peer. */
export const ofRounds = (
  ours: readonly number[],
  beside?: readonly number[],
): { readonly ours: number; readonly beside?: number; readonly spread?: number } => {
  const spread = spreadOf(beside === undefined ? ours : ours.map((one, round) => one / (beside[round] ?? Number.NaN)));
  return {
    ours: median(ours),
    ...(beside !== undefined && { beside: median(beside) }),
    ...(spread !== undefined && { spread }),
  };
};

/** Runs each of the tasks once a round, in turn. A first round warms up and does not count. */
export const alternate = async <Name extends string, T>(
  rounds: number,
  tasks: { readonly [name in Name]: () => Promise<T> },
): Promise<{ [name in Name]: T[] }> => {
  const entries = Object.entries(tasks) as [Name, () => Promise<T>][];
  const taken = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as { [name in Name]: T[] };
  const last = isQuick ? 1 : rounds;
  for (let round = 0; round <= last; round++) {
    for (const [name, run] of entries) {
      const result = await run();
      if (round > 0) taken[name].push(result);
    }
  }
  return taken;
};
