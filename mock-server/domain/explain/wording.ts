/** How amounts and lengths of time are said. */
import { type Micros, usdFromMicros } from '../money.ts';

export const usd = (micros: Micros): string => `${usdFromMicros(micros)} USD`;

/** @param ms a length of time in milliseconds */
export const length = (ms: number): string => (Math.abs(ms) < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);

export const sentence = (parts: readonly (string | undefined)[], between = ', '): string =>
  parts.filter((part) => part !== undefined && part !== '').join(between);
