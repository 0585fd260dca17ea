/**
 * Answers that are ready in the same turn of the event loop leave together at its end. To wake a client that sleeps costs more than to
 * write to one, and more than most answers: sent one by one, each of them would wake it again.
 */
import type { ServerResponse } from 'node:http';
// Not the global one: a test that fakes timers in this process would hold every answer back.
import { setImmediate } from 'node:timers';

/** Ends an answer, whose head is written, with its text: at the end of this turn, before any new request is read. */
export const endSoon = (outgoing: ServerResponse, text: string): void => {
  if (waiting.push({ outgoing, text }) === 1) setImmediate(sendAll);
};

let waiting: { readonly outgoing: ServerResponse; readonly text: string }[] = [];

const sendAll = (): void => {
  const ready = waiting;
  waiting = [];
  // A connection that has gone in the meantime takes nothing more, and does not mind.
  for (const { outgoing, text } of ready) outgoing.end(text);
};
