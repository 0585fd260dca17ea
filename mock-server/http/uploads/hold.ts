/**
 * The time between an early refusal and its answer. Soon after an answer the server closes, and a client that is still busy
 * writing, or has not got round to it yet, would meet a broken pipe before it looks for an answer. So first let its writing
 * stall, since nothing is read any more: then the answer is the next thing that it sees.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Transport time. */
const times = { lookMs: 20, stallMs: 100, holdMsMax: 5_000 } as const;

export const holdAnswer = async (incoming: NodeJS.ReadableStream | undefined): Promise<void> => {
  if (incoming === undefined) return;
  const request = incoming as IncomingMessage;
  const over = (): boolean => request.complete || request.destroyed;
  const full = (): boolean => request.readableLength >= request.readableHighWaterMark;
  for (let heldMs = 0; !over() && !full() && heldMs < times.holdMsMax; heldMs += times.lookMs) await wait(times.lookMs);
  if (!over()) await wait(times.stallMs);
};
