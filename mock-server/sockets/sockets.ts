/**
 * The real-time sockets: who is let in, the streams that are open, what their sessions' events mean for them, and the two timers
 * that all of them share. Handed to the HTTP server as its listener for upgrades.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Fault } from '../../spec/faults.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { stopDetails } from '../../spec/schemas/journal.ts';
import type { Account } from '../domain/account.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Session } from '../domain/session.ts';
import type { Clock } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import { type AdmitPort, portedAdmit } from './admit.ts';
import { type DrawForSession, FaultyLine } from './faulty-line.ts';
import type { Frame } from './frame.ts';
import { Connects } from './connects.ts';
import { createKeepAlive } from './keep-alive.ts';
import { createLiveSwap } from './live-swap.ts';
import { LevelsInTurn, type StreamLevels } from './levels-in-turn.ts';
import type { Character } from './pcm.ts';
import { createPings } from './pings.ts';
import type { Handle, Stream, StreamHost } from './stream.ts';
import type { SocketStep } from '../store/socket-entry.ts';
import { MessageRoom } from '../store/socket-messages.ts';
import { createUpgrade } from './upgrade.ts';
import { createVoice } from './voice.ts';

export type SocketOptions = {
  /** The engine in force; `reset` puts another one in its place. */
  readonly engine: () => Engine;
  readonly clock: Clock;
  readonly choices: GapChoices;
  /** How each voice profile sounds, by its id. */
  readonly characters: { readonly [voiceProfileId: string]: Character };
  /** An error in the layout of the service, as the HTTP face writes it. */
  readonly refusal: (
    refusal: Refusal,
    headers: { readonly [name: string]: string },
    status: number | undefined,
    request: IncomingMessage,
  ) => Response;
  readonly faults: SocketFaults;
  /** Told of every step in the life of a socket. */
  readonly record: (step: SocketStep) => void;
  readonly reportFailure: (error: unknown) => void;
  /** Where other processes serve the same accounts: until all that they have acknowledged is known here. */
  readonly fresh?: (() => Promise<void>) | undefined;
  /** Real milliseconds; other than the defaults in tests only. */
  readonly times?: Partial<SocketTimes>;
} & SocketPorts;

/** What injected faults need: which of them a connection meets, and chance that repeats itself. */
export type SocketFaults = {
  /** Those that the session was made with. */
  readonly ofSession: (session: Session) => readonly Fault[];
  /** Those of rules that a connection meets. It is counted, so ask once. @param now when it began */
  readonly meet: (engine: Engine, session: Session, accountId: string, now: number) => readonly Fault[];
  readonly draw: DrawForSession;
};

/** Callers may wrap who is let in, and what leaves a stream. */
export type SocketPorts = { readonly admit?: AdmitPort | undefined; readonly frame?: Frame | undefined };

/** Transport time: real milliseconds, whatever the mock's clock does. */
export type SocketTimes = {
  /** Between two pings. A peer that misses two is gone. */
  readonly ping: number;
  /** A peer that has read too little for so long is closed. */
  readonly stall: number;
  /** For an upgrade to be accepted or refused, and for a closing handshake. */
  readonly handshake: number;
};

/** Those of every mock that is told no others. */
export const usualTimes: SocketTimes = { ping: 10_000, stall: 30_000, handshake: 5_000 };

export type Sockets = {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Acts on what happens to sessions in this engine from now on. */
  readonly follow: (engine: Engine) => void;
  /** Counts the connections of other processes, and of the process before, as occasions for fault rules. */
  readonly count: (engine: Engine) => void;
  /** How loud the streams were since it was last asked: of those on which something came or went, a hundred at a time. */
  readonly levels: () => StreamLevels[];
  /** Ends a stream from here; false where there is none of this session. */
  readonly end: (sessionId: string, how: StreamCut) => boolean;
  /** Closes all streams, as at a shutdown (gap `other-close-codes`). New ones may come. */
  readonly clear: () => void;
  /** Settles and closes all streams, lets no more in, and cuts what is still there after the grace time, in real milliseconds. */
  readonly close: (graceMs: number) => Promise<void>;
};

/** Closed with a code, broken off without a word, or as if the line were cut without either end noticing. */
export type StreamCut = { readonly kind: 'close'; readonly code: number } | { readonly kind: 'reset' | 'silence' };

export const createSockets = (options: SocketOptions): Sockets => {
  const { engine, clock, choices, characters, reportFailure, frame = (line) => line } = options;
  const times = { ...usualTimes, ...options.times };
  const goingAway = Number(choices['other-close-codes']);
  const streams = new Map<string, Stream>();
  const connects = new Connects(options.faults.meet);
  const keepAlive = createKeepAlive(clock, () => streams.values(), reportFailure);
  const levelsInTurn = new LevelsInTurn();
  const pings = createPings(times.ping, () => streams.values());

  const liveSwap = createLiveSwap(choices);
  const voice = createVoice(choices, characters);
  const handle: Handle = (session, line) =>
    session.feature === 'voice_changer' ? voice(session, line) : liveSwap(session, line);

  const host: StreamHost = {
    clock,
    handle,
    lineFor: (stream) => {
      const { session, faults } = stream;
      const line = frame(stream, session);
      return faults.length === 0 ? line : new FaultyLine(line, session, faults, options.faults.draw);
    },
    faultsOf: (session, connection) => [...options.faults.ofSession(session), ...connects.take(session, connection)],
    record: (step) => {
      if (step.engine === engine()) options.record(step);
    },
    messageRoom: new MessageRoom(),
    stallMs: times.stall,
    reportFailure,
    opened: (stream) => {
      streams.set(stream.session.id, stream);
      keepAlive.arm();
      pings.arm();
    },
    ended: (stream) => {
      // Another connection may have taken its place.
      if (streams.get(stream.session.id) === stream) streams.delete(stream.session.id);
      keepAlive.arm();
      pings.arm();
    },
  };
  const admit = portedAdmit(engine, options.admit, options.fresh);
  const upgrade = createUpgrade({ ...options, host, admit, handshakeMs: times.handshake });
  clock.follow(() => keepAlive.rearm());

  const follow = (followed: Engine): void => {
    const act = (_account: Account, event: AccountEvent): void => {
      if (event.type !== 'session.ended' && event.type !== 'session.connected') return;
      const stream = streams.get(event.sessionId);
      // Ids are the same again after a reset: the old world's events are not for the new one's streams.
      if (stream?.engine === followed) closeFor(stream, event, Number(choices['hard-stop-close']), goingAway);
    };
    connects.clear();
    followed.follow((account, event) => {
      connects.note(followed, account, event);
      act(account, event);
    });
    // Another process may have settled it, or let in another connection.
    followed.observe(act);
  };

  return {
    upgrade: upgrade.listen,
    follow,
    count: (counted) =>
      counted.observe((account, event) => {
        connects.count(counted, account, event);
      }),
    levels: () => levelsInTurn.take([...streams.values()]),
    end: (sessionId, how) => {
      const stream = streams.get(sessionId);
      if (stream === undefined) return false;
      if (how.kind === 'close') stream.stop(how.code, 'closed by hand');
      else if (how.kind === 'reset') stream.reset();
      else stream.silence();
      return true;
    },
    clear: () => {
      for (const stream of streams.values()) stream.stop(goingAway, 'the mock was reset');
    },
    close: async (graceMs) => {
      upgrade.refuseAll();
      await Promise.all([...streams.values()].map((stream) => stream.shutDown(goingAway, stopDetails.shutdown)));
      await upgrade.close(graceMs);
    },
  };
};

/** What has happened to a session ends its connection, unless the connection was the one that ended it. */
const closeFor = (
  stream: Stream,
  event: Extract<AccountEvent, { type: 'session.ended' | 'session.connected' }>,
  hardStopCode: number,
  goingAway: number,
): void => {
  if (event.type === 'session.connected') {
    if (event.connection > stream.connection) stream.stop(policy, 'another connection has taken over');
    return;
  }
  switch (event.by) {
    case 'hard-stop':
      return stream.stop(hardStopCode, stopDetails.hardStop);
    case 'funds':
      return stream.stop(hardStopCode, stopDetails.funds);
    case 'key-revoked':
      return stream.stop(policy, 'the API key was revoked');
    case 'shutdown':
      return stream.stop(goingAway, stopDetails.shutdown);
    case 'close':
    case 'lost':
      return stream.stop(1000, stopDetails.over);
    default:
      return event.by satisfies never;
  }
};

const policy = 1008;
