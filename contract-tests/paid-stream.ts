/** A socket and its money: the ceiling of its session is set aside before it is connected, and settled when the stream is over. */
import type { Client } from './client.ts';
import { numberIn, textIn } from './reading/members.ts';
import type { Exchange } from './wire/exchange.ts';
import { type Stream, openStream } from './wire/stream.ts';

/** Connects, paid for. Throws Stopped where the budget does not cover its ceiling. @param url with its token */
export const openPaidStream = async (client: Client, session: Exchange, url: string): Promise<Stream> => {
  const { run, target } = client;
  const told = numberIn(session, 'max_cost_usd');
  // Without its ceiling a stream cannot be budgeted; of a mock it is play money.
  const ceilingUsd =
    target.control === undefined ? client.wanted(told, 'a session with a max_cost_usd', session) : (told ?? 0);
  client.settleStreams();
  const settle = client.setAside(ceilingUsd, 'a stream');
  const from = await run.lookAtClock();
  const stream = await openStream(url, { ca: target.ca });
  // One that never connects costs nothing.
  if (stream.status !== 101) settle(0);
  else {
    run.purse.streams.add({
      sessionId: textIn(session, 'session_id'),
      ceilingUsd,
      maxSeconds: numberIn(session, 'max_duration_sec'),
      from,
      isOver: () => !stream.isOpen,
      settle,
    });
  }
  return stream;
};
