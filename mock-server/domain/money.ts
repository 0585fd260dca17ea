/** Money inside is an integer of micro-USD; `*_usd` numbers exist only where a body is read or written. */

export type Micros = number;

export const microsPerUsd = 1_000_000;

/** Reads an amount of USD from outside; rounds half up to a micro-USD. */
export const microsFromUsd = (usd: number): Micros => Math.floor(usd * microsPerUsd + 0.5);

/** Writes an amount for a body. A micro-USD is at most six decimals, which a double holds exactly enough to print. */
export const usdFromMicros = (micros: Micros): number => micros / microsPerUsd;

/** Half up to a micro-USD: the one rounding, done once, where a price is settled. */
export const roundHalfUp = (amount: number): Micros => Math.floor(amount + 0.5);
