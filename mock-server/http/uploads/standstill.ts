/**
 * Notices a parser that will never go on. After some malformed forms it neither ends nor fails: it waits for what has been.
 * Nothing that it does takes a disk or a network, so when it has had its turn and has not moved, it is stuck.
 */
import type { Readable, Writable } from 'node:stream';

const lookMs = 25;

/** Calls `stuck` once there is something for the parser to do, and it does nothing. Gives a function that ends the watch. */
export const watchStandstill = (
  source: Readable,
  parser: Writable,
  isBusy: () => boolean,
  stuck: () => void,
): (() => void) => {
  let idleLooks = 0;
  let before = '';
  const timer = setInterval(() => {
    const now = `${source.readableLength} ${parser.writableLength} ${source.readableEnded}`;
    const waitsForMore = source.readableLength === 0 && parser.writableLength === 0 && !source.readableEnded;
    idleLooks = waitsForMore || isBusy() || now !== before ? 0 : idleLooks + 1;
    before = now;
    if (idleLooks >= 2) stuck();
  }, lookMs);
  return () => clearInterval(timer);
};
