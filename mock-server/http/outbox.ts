/**
 * Answers that are ready in the same turn of the event loop leave together at its end. To wake a client that sleeps costs more than to
 * write to one, and more than most answers: sent one by one, each of them would wake it again.
 */
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
// Not the global one: a test that fakes timers in this process would hold every answer back.
import { setImmediate } from 'node:timers';
import { measured, textIn } from './text-response.ts';

/**
 * Sends an answer that is a text, in one piece: by way of the stream of a Response that costs more than all that came before.
 * @returns what is left to be sent: any other answer as it is
 */
export const sendSoon = (response: Response, outgoing: ServerResponse): Response => {
  const answer = textIn(response);
  if (answer === undefined) return response;
  const { status, text } = answer;
  outgoing.writeHead(status, measured(answer));
  // At the end of this turn, before any new request is read.
  if (waiting.push({ outgoing, text }) === 1) setImmediate(sendAll);
  return RESPONSE_ALREADY_SENT;
};

let waiting: { readonly outgoing: ServerResponse; readonly text: string }[] = [];

const sendAll = (): void => {
  const ready = waiting;
  waiting = [];
  // A connection that has gone in the meantime takes nothing more, and does not mind.
  for (const { outgoing, text } of ready) outgoing.end(text);
};
