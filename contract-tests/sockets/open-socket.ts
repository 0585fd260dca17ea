/**
 * Sockets are opened by this alone: held against their claim, counted, and paid for. The ceiling of a session is set aside before each socket
 * of it is connected, also for one that has to be turned away, for a server may let it in and charge for it; it is settled when the stream is
 * over.
 */
import type { Client } from '../client.ts';
import { type UpgradeLabel, expectFrameAsClaimed, expectUpgradeAsClaimed } from '../lawful/sockets.ts';
import { numberIn, textIn } from '../reading/members.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Stream, openStream } from '../wire/stream.ts';

export type Knock = {
  /** In place of the session's own token. */
  readonly query?: { readonly [name: string]: string };
  /** What it breaks on purpose; undefined for one that has to be let in. */
  readonly breaks?: UpgradeLabel;
};

/** Connects. Throws Stopped where the budget does not cover its ceiling. */
export const openSocket = async (client: Client, session: Exchange, { query, breaks }: Knock = {}): Promise<Stream> => {
  const { run, target } = client;
  const url = addressOf(client, session, query);
  const isUsed = run.streams.some(
    ({ stream, session: { number } }) => number === session.number && stream.status === 101,
  );
  // All exchanges are looked through for them: not for a token of its own.
  const upgrade = {
    url,
    session,
    isUsed,
    get tokens() {
      return tokensOf(client);
    },
  };
  expectUpgradeAsClaimed(upgrade, breaks);
  const told = numberIn(session, 'max_cost_usd');
  // Without its ceiling a stream cannot be budgeted; of a mock it is play money.
  const ceilingUsd =
    target.control === undefined ? client.wanted(told, 'a session with a max_cost_usd', session) : (told ?? 0);
  run.traffic.count();
  client.settleStreams();
  const settle = client.setAside(ceilingUsd, 'a stream', session.cost);
  const from = await run.lookAtClock();
  const stream = await openStream(url, {
    ca: target.ca,
    connection: run.wire.connect?.(url),
    expectAsClaimed: (frames, data, label) => expectFrameAsClaimed(session, frames, data, label),
  });
  run.streams.push({ stream, session });
  // One that never connects costs nothing.
  if (stream.status !== 101) settle(0);
  else {
    run.purse.streams.add({
      // A record is of the session, not of each socket of it.
      sessionId: breaks === undefined ? textIn(session, 'session_id') : undefined,
      ceilingUsd,
      maxSeconds: numberIn(session, 'max_duration_sec'),
      from,
      isOver: () => !stream.isOpen,
      settle,
    });
  }
  return stream;
};

const addressOf = (client: Client, session: Exchange, query: Knock['query']): string => {
  const told = client.wanted(textIn(session, 'stream_url'), 'a session with a stream_url', session);
  const url = new URL(
    client.wanted(URL.canParse(told) ? told : undefined, 'a session with an absolute stream_url', session),
  );
  const own = (): string => client.wanted(textIn(session, 'session_token'), 'a session with a session_token', session);
  for (const [name, value] of Object.entries(query ?? { session_token: own() })) url.searchParams.set(name, value);
  return url.href;
};

const tokensOf = ({ run }: Client): ReadonlySet<string> =>
  new Set(run.exchanges.flatMap((exchange) => textIn(exchange, 'session_token') ?? []));
