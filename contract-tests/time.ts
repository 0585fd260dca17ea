/** Time where the judge does not move the target's clock: the machine's, or that of a rehearsal, which costs none. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Time = {
  /** Milliseconds. */
  readonly now: () => number;
  readonly pass: (seconds: number) => Promise<void>;
};

export const realTime: Time = { now: () => Date.now(), pass: (seconds) => sleep(seconds * 1_000) };
