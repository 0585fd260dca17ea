/** Request rates that many processes count together, in a place that all of them reach. */
import type { GapChoices } from '../../spec/gaps.ts';

type Counted = { readonly waitMs: number | undefined; readonly counted: number; readonly resetMs: number };

/** Counts a request where all processes do. */
export type CountTogether = (request: {
  readonly subject: string;
  readonly limit: number;
  readonly now: number;
  readonly isFixed: boolean;
  readonly countsRefused: boolean;
}) => Promise<Counted>;

export type SharedRates = (
  subject: string,
  limit: number,
  now: number,
) => Promise<{ readonly waitMs: number | undefined; readonly requests: number; readonly resetMs: number }>;

/** By the same lawful choices as one process counts alone (gaps `rate-limit-window` and `rate-limit-refused`). */
export const createSharedRates =
  (choices: GapChoices, count: CountTogether): SharedRates =>
  async (subject, limit, now) => {
    const isFixed = choices['rate-limit-window'].endsWith('-fixed');
    const countsRefused = !isFixed && choices['rate-limit-refused'] === 'counted';
    const { waitMs, counted, resetMs } = await count({ subject, limit, now, isFixed, countsRefused });
    return { waitMs, requests: Math.max(0, limit - counted), resetMs };
  };
