/** Whether charges follow the seconds: one price of a second must explain them all. What that price is, need not be known. */

export type Billed = {
  readonly says: string;
  readonly chargedMicros: number;
  /** The time streamed lies between them. */
  readonly secondsLeast: number;
  readonly secondsMost: number;
};

/** Charges may be a cent from the exact price (gap `usd-rounding`). */
const centMicros = 10_000;

/**
 * A charge lies between the whole seconds below and above the time streamed (gap `session-rounding`).
 * @param secondMicrosMax what a second costs at the most
 * @returns two charges that no price of a second explains, or one and the most; undefined if there is such a price
 */
export const contradiction = (
  charges: readonly Billed[],
  secondMicrosMax: number,
): { readonly tooDear: Billed; readonly tooCheap: Billed | undefined } | undefined => {
  let dearest = 0;
  let cheapest = secondMicrosMax;
  let tooDear: Billed | undefined;
  let tooCheap: Billed | undefined;
  for (const billed of charges) {
    const { chargedMicros, secondsLeast, secondsMost } = billed;
    const least = (chargedMicros - centMicros) / Math.max(Math.ceil(tidy(secondsMost)), Number.MIN_VALUE);
    const seconds = Math.floor(tidy(secondsLeast));
    const most = seconds === 0 ? Number.POSITIVE_INFINITY : (chargedMicros + centMicros) / seconds;
    if (least > dearest) [dearest, tooDear] = [least, billed];
    if (most < cheapest) [cheapest, tooCheap] = [most, billed];
  }
  return tooDear !== undefined && dearest > cheapest + 1e-6 ? { tooDear, tooCheap } : undefined;
};

/** Without what binary fractions leave behind. */
const tidy = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

export const toldOfBilled = ({ says, chargedMicros }: Billed): string =>
  `${(chargedMicros / 1e6).toFixed(6)} USD for ${says}`;
