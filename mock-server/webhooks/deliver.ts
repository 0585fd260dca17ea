/** Sends what a port makes of an attempt: nothing, one request, or several at once. What becomes of the first is the outcome. */
import type { AttemptOutcome } from '../domain/delivery.ts';
import { GiveUp } from './give-up.ts';
import type { Sending } from './ports.ts';
import type { SendRequest } from './sender.ts';

/** An attempt always has somebody who may give it up: it has no other limit of time. */
export type Send = (request: SendRequest & { readonly giveUp: GiveUp }) => Promise<AttemptOutcome>;

/** @param spreadMs milliseconds over which each body is spread */
export const sendAll = async (
  send: Send,
  { requests, outcome }: Sending,
  spreadMs: number,
  giveUp: GiveUp,
): Promise<AttemptOutcome> => {
  const sent = requests.map((request) => {
    const own = new GiveUp();
    return { own, outcome: send({ ...request, spreadMs, giveUp: own }) };
  });
  giveUp.by(() => {
    for (const { own } of sent) own.now();
  });
  const [first] = await Promise.all(sent.map((one) => one.outcome));
  giveUp.by(undefined);
  return outcome ?? first ?? { kind: 'failed', failure: 'dropped' };
};
