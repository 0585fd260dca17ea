/**
 * The life of a stream: it begins when its socket connects, is billed by the clock, and ends by its client, by its hard stop or with
 * its money. What it costs is fixed when it ends. Frames are the business of `sockets/`.
 */
import type { GapChoices } from '../../spec/gaps.ts';
import type { UsageReason } from '../../spec/vocabulary.ts';
import type { Account } from './account.ts';
import type {
  CloseSession,
  ConnectSession,
  Decision,
  KeepSessionAlive,
  Moment,
  SettleSession,
  StopSession,
} from './commands.ts';
import type { AccountEvent } from './events.ts';
import { usdFromMicros } from './money.ts';
import { refuse } from './refusal.ts';
import type { Session, SessionState, StreamEnd } from './session.ts';
import { fundsRunOutAt, spendable } from './unheld.ts';
import type { Settings, World } from './world.ts';

/** Lets a socket in. That its token is the session's has been seen before. */
export const connectSession = (
  account: Account,
  { settings: { choices, process } }: World,
  { sessionId }: ConnectSession,
  { now }: Moment,
): Decision<ConnectSession> => {
  const session = account.sessions.get(sessionId);
  if (session === undefined) return refuse('unauthorized', 'there is no such session');
  const { state, maxCostMicros } = session;
  switch (state.status) {
    case 'closing':
    case 'ended':
      return refuse('unauthorized', 'this session is over: create another one');
    case 'streaming': {
      if (choices['socket-second'] === 'refused') return refuse('unauthorized', 'this session is streaming already');
      const connection = state.connection + 1;
      return {
        events: [
          { type: 'session.connected', at: now, sessionId, connection, ...(process !== undefined && { process }) },
        ],
        reply: { connection },
      };
    }
    case 'created': {
      const funds = choices['session-funds'];
      if (funds !== 'create-only' && maxCostMicros > spendable(account, now)) {
        const [cost, available] = [usdFromMicros(maxCostMicros), usdFromMicros(account.ledger.available)];
        return refuse(
          'insufficient_balance',
          `this session costs up to ${cost} USD and ${available} USD are available`,
        );
      }
      const heldMicros = funds === 'create-and-connect' ? maxCostMicros : undefined;
      return {
        events: [
          {
            type: 'session.connected',
            at: now,
            sessionId,
            connection: 1,
            ...(heldMicros !== undefined && { heldMicros }),
            ...(process !== undefined && { process }),
          },
        ],
        reply: { connection: 1 },
      };
    }
    default:
      return state satisfies never;
  }
};

export const keepSessionAlive = (
  account: Account,
  { sessionId, connection }: KeepSessionAlive,
  { now }: Moment,
): Decision<KeepSessionAlive> => ({
  events: streamingOn(account, sessionId, connection) ? [{ type: 'session.alive', at: now, sessionId }] : [],
  reply: {},
});

/** Ends a stream as of its last sign of life. Of a connection that is not the session's any more, or of another process, it changes nothing. */
export const closeSession = (
  account: Account,
  { settings }: World,
  { sessionId, connection, by, livedUntil, process }: CloseSession,
  { now }: Moment,
): Decision<CloseSession> => {
  const session = streamingOn(account, sessionId, connection, process);
  return {
    events: session ? endStreams(account, [session], by, Math.min(livedUntil, now), now, settings) : [],
    reply: {},
  };
};

/**
 * Due by itself: at the hard stop, or when money that nobody set aside has run out. Where the clock runs, a stream of another process is
 * left to that one: if it is gone, the stream is paid for until its last sign of life, however fast the clock is.
 */
export const stopSession = (
  account: Account,
  { settings, clockRuns }: World,
  { sessionId }: StopSession,
  { now }: Moment,
): Decision<StopSession> => {
  const session = account.sessions.get(sessionId);
  if (session?.state.status !== 'streaming') return { events: [], reply: {} };
  if (clockRuns && isElsewhere(session.state, settings)) return { events: [], reply: {} };
  const by = now >= hardStopOf(session, session.state) ? 'hard-stop' : 'funds';
  return { events: endStreams(account, [session], by, now, now, settings), reply: {} };
};

export const settleSession = (
  account: Account,
  { sessionId }: SettleSession,
  { now }: Moment,
): Decision<SettleSession> => {
  const state = account.sessions.get(sessionId)?.state;
  if (state?.status !== 'closing') return { events: [], reply: {} };
  const { chargedMicros } = state;
  return { events: [{ type: 'session.settled', at: now, sessionId, chargedMicros }], reply: {} };
};

/** When a stream stops by itself. */
export const stopsAt = (account: Account, session: Session, state: Streaming): number => {
  const hardStop = hardStopOf(session, state);
  return state.heldMicros === undefined ? Math.min(hardStop, fundsRunOutAt(account)) : hardStop;
};

/** The events that end streams at an instant that has passed. What one of them takes is not there for the next. */
export const endStreams = (
  account: Account,
  sessions: readonly Session[],
  by: StreamEnd,
  until: number,
  now: number,
  settings: Settings,
): AccountEvent[] => {
  let { available } = account.ledger;
  return sessions.flatMap((session) => {
    const events = endStream(session, available, by, until, now, settings);
    for (const event of events) if (event.type === 'session.ended') available += event.heldMicros - event.chargedMicros;
    return events;
  });
};

/** Ends one, and settles it at once or a little later (gap `session-settle-delay`). */
const endStream = (
  session: Session,
  available: number,
  by: StreamEnd,
  until: number,
  now: number,
  { choices, rateCard, rules }: Settings,
): AccountEvent[] => {
  const { id: sessionId, feature, state, maxDurationSeconds, maxCostMicros, secondMicros } = session;
  if (state.status !== 'streaming') return [];
  const maxMs = maxDurationSeconds * 1000;
  const streamedMs = Math.min(Math.max(0, until - state.at), maxMs);
  const priceMicros = rules.price({
    of: 'stream',
    feature,
    rate: { unit: 'second', micros: secondMicros },
    listRate: rateCard[feature],
    quantity: { unit: 'second', ms: Math.min(billedMs(streamedMs, choices), maxMs) },
    rounding: choices['usd-rounding'],
  });
  const chargedMicros = Math.min(priceMicros, maxCostMicros, state.heldMicros ?? available);
  const stopped = streamedMs >= maxMs || by === 'funds';
  const settleAt = choices['session-settle-delay'] === '2s' ? now + settleDelayMs : now;
  const ended: AccountEvent = {
    type: 'session.ended',
    at: now,
    sessionId,
    by,
    streamedMs,
    chargedMicros,
    reason: stopped ? 'session_limit_reached' : reasonOf(by, choices),
    settleAt,
    heldMicros: state.heldMicros ?? 0,
  };
  return settleAt > now ? [ended] : [ended, { type: 'session.settled', at: now, sessionId, chargedMicros }];
};

/** Why a stream ended before its time (gap `session-reason`). */
const reasonOf = (by: StreamEnd, choices: GapChoices): UsageReason | null => {
  if (choices['session-reason'] === 'none') return null;
  if (by === 'close') return 'cancelled';
  return by === 'lost' ? 'timed_out' : null;
};

/** The time that is paid for (gap `session-rounding`). */
export const billedMs = (streamedMs: number, choices: GapChoices): number => {
  switch (choices['session-rounding']) {
    case 'up':
      return Math.ceil(streamedMs / 1000) * 1000;
    case 'down':
      return Math.floor(streamedMs / 1000) * 1000;
    case 'exact':
      return streamedMs;
    default:
      return choices['session-rounding'] satisfies never;
  }
};

type Streaming = Extract<SessionState, { status: 'streaming' }>;

/** Whether another process has its socket. */
const isElsewhere = ({ process }: Streaming, settings: Settings): boolean =>
  process !== undefined && settings.process !== undefined && process !== settings.process;

const hardStopOf = ({ maxDurationSeconds }: Session, { at }: Streaming): number => at + maxDurationSeconds * 1000;

/** The session that streams on that connection. @param process if it is named: on that or a later one, of this process */
const streamingOn = (
  account: Account,
  sessionId: string,
  connection: number,
  process?: string,
): Session | undefined => {
  const session = account.sessions.get(sessionId);
  if (session?.state.status !== 'streaming') return undefined;
  const { state } = session;
  const isIt =
    process === undefined
      ? state.connection === connection
      : state.connection >= connection && state.process === process;
  return isIt ? session : undefined;
};

const settleDelayMs = 2_000;
