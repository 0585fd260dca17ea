/** After a delivery that got no answer: whether the receiver still works, or works again once it has been started anew. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTaken } from './judge-case.ts';
import type { Sent } from './send.ts';

/** @returns the first answer with which it is well again, or else the last one */
export const recovers = async (probe: () => Promise<Sent>, signal: AbortSignal | undefined): Promise<Sent> => {
  let last = await probe();
  for (const ms of waitsMs) {
    if (isTaken(last) || signal?.aborted === true) return last;
    await sleep(ms);
    last = await probe();
  }
  return last;
};

/** What a supervisor takes to start it again. */
const waitsMs = [100, 500, 2_000];
