/** Figures as people write them. */

export const plural = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** No more places than there is money in them. */
export const usd = (amount: number): string => `${Number(amount.toFixed(amount < 0.01 ? 6 : 4))} USD`;

export const shortTime = (seconds: number): string => {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1_000))} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
};
