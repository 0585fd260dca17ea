/**
 * Whether waits grow exponentially. Each may be off by a quarter (gap `webhook-jitter`), so that many ladders pass; but one that is
 * explained by equal steps, and not by equal ratios, is none.
 */

export type Growth = {
  readonly isExponential: boolean;
  /** By which number each wait is multiplied, as nearly as can be said. */
  readonly ratio: number;
  readonly says: string;
};

/** @param ladders the waits of each ladder that was seen, in seconds; all of equal length, and of three or more waits */
export const growthOf = (ladders: readonly (readonly number[])[]): Growth => {
  const [first = []] = ladders;
  // The mean of several ladders has less of the jitter.
  const logs = first.map((_, step) => mean(ladders.map((waits) => Math.log(Math.max(waits[step] ?? 0, 1e-3)))));
  const steps = logs.map((_, step) => step);
  const { slope, spread } = lineThrough(steps, logs);
  const ratio = Math.exp(slope);
  const told = (isExponential: boolean, says: string): Growth => ({ isExponential, ratio, says });
  const shrinks = ladders.some((waits) =>
    waits.some((wait, step) => step > 0 && wait < (waits[step - 1] ?? 0) * leastStep),
  );
  if (shrinks) return told(false, 'a wait is shorter than the one before');
  if (ratio < leastRatio) return told(false, 'the waits do not grow');
  if (spread > spreadMax) return told(false, 'no one ratio explains the waits');
  // Of waits that differ from ladder to ladder, chance may have made what looks like equal steps.
  const isSteady = first.every((_, step) => spreadOf(ladders.map((waits) => Math.log(waits[step] ?? 1))) < steady);
  const polynomial = Math.min(
    lineThrough(
      steps.map((step) => Math.log(step + 1)),
      logs,
    ).spread,
    sumSpread(logs),
  );
  if (isSteady && spread > evident && polynomial < exact)
    return told(false, 'the waits grow by equal steps, or by a power');
  return told(true, `each wait is about ${ratio.toFixed(1)} times the one before`);
};

/** The line that is nowhere far from the points: its slope, and from how far above it to how far below it they lie. */
const lineThrough = (
  xs: readonly number[],
  ys: readonly number[],
): { readonly slope: number; readonly spread: number } => {
  let best = { slope: 0, spread: Number.POSITIVE_INFINITY };
  // The best one is parallel to a line through two of them.
  for (const [i, x] of xs.entries()) {
    for (let j = i + 1; j < xs.length; j++) {
      const slope = ((ys[j] ?? 0) - (ys[i] ?? 0)) / ((xs[j] ?? 0) - x);
      const spread = spreadOf(ys.map((y, at) => y - slope * (xs[at] ?? 0)));
      if (spread < best.spread) best = { slope, spread };
    }
  }
  return best;
};

/** How far from a sum of equal steps, whatever it begins with. */
const sumSpread = (logs: readonly number[]): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let step = 0.01; step < 100; step *= 1.05) {
    best = Math.min(best, spreadOf(logs.map((log, at) => log - Math.log(1 + step * at))));
  }
  return best;
};

const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Jitter either way. */
const jitter = 0.25;
const leastStep = (1 - jitter) / (1 + jitter);
const spreadMax = Math.log((1 + jitter) / (1 - jitter));
/** Less is no growth that anybody would call exponential. */
const leastRatio = 1.15;
const evident = 0.15;
const exact = 0.05;
const steady = 0.1;
