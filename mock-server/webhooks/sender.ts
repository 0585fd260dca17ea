/**
 * Sends one attempt, once. It decides nothing: the caller gives the bytes, and ends it by giving up. Each origin has connections and a
 * waiting line of its own, so that a receiver that does not answer keeps no other waiting: whatever others hold, one attempt to each
 * origin may always go. A connection goes on to the next attempt in the line, or is kept for a moment; but who has closed one without a
 * word gets each attempt on a new one.
 */
import { setImmediate } from 'node:timers';
import type { AttemptOutcome } from '../domain/delivery.ts';
import { Connection } from './connection.ts';
import { failed, givenUp } from './failure.ts';
import type { GiveUp } from './give-up.ts';
import type { Allowed } from './where.ts';

export type SendRequest = {
  readonly url: string;
  /** Sent as they are, beside host, connection, content-length and the user agent. */
  readonly headers: { readonly [name: string]: string };
  /** A text stands for its UTF-8 bytes. */
  readonly body: Uint8Array | string;
  /** Milliseconds over which the body is spread; by default it is sent at once. */
  readonly spreadMs?: number;
  /** The only limit of time. Without it an attempt waits for as long as the receiver does. */
  readonly giveUp?: GiveUp;
};

export type Sender = {
  /**
   * Resolves when the head of the answer has come, or cannot come any more; what follows the head delays nothing.
   * Rejects only for headers that are none, which is a mistake of the caller.
   */
  readonly send: (request: SendRequest) => Promise<AttemptOutcome>;
  /** Ends all connections: what runs or waits is `aborted`, and so is what is sent later. Resolves when all sockets are closed. */
  readonly close: () => Promise<void>;
};

export type SenderOptions = {
  /** Certificates in PEM that are trusted instead of the system's. */
  readonly ca?: string;
  /** At a time, to one origin. */
  readonly connectionsPerOrigin?: number;
  /**
   * At a time, to all. An origin to which nothing runs goes beyond it with one connection. There are never more of these than origins
   * that are called at a time, so no more than webhooks that are being tried, each of which has ten seconds.
   */
  readonly connections?: number;
};

export const createSender = (
  allowed: Allowed,
  { ca, connectionsPerOrigin = 64, connections = 1_024 }: SenderOptions = {},
): Sender => {
  const lanes = new Map<string, Lane>();
  /** Lanes where somebody waits who may go as soon as there is room among all; served in turn. */
  const ready = new Set<Lane>();
  /** Origins that have closed a connection without having said so. */
  const closers = new Set<string>();
  let open = 0;
  let closed = false;

  const connect = (lane: Lane): Connection => {
    const connection: Connection = new Connection(lane.origin, {
      allowed,
      ca,
      lost: (byReceiver) => {
        if (byReceiver && connection.hasAnswered) closers.add(lane.origin);
        // One that is busy has not sent yet, and makes itself a new socket.
        if (!connection.isBusy) discard(lane, connection);
      },
    });
    open++;
    lane.open.add(connection);
    return connection;
  };

  /** Ends a connection. Only a socket that is closed makes room for another. */
  const discard = (lane: Lane, connection: Connection, outcome: AttemptOutcome = givenUp): void => {
    lane.unused.delete(connection);
    if (lane.trial === connection) lane.trial = undefined;
    void connection.destroy(outcome).finally(() => {
      if (!lane.open.delete(connection)) return;
      open--;
      wake(lane);
    });
  };

  /** Keeps a connection that has been answered on, if its receiver keeps it too. */
  const keep = (lane: Lane, connection: Connection): void => {
    // What makes it certain is the second answer. Until then one connection is tried, for its attempt may be lost.
    const isTried = lane.isProven || (lane.trial ??= connection) === connection;
    const isGood = (): boolean => connection.isOpen && !closed && !closers.has(lane.origin);
    if (!isTried || !isGood()) return discard(lane, connection);
    // A receiver may close it right behind its answer. With the turn that undici waits, sockets are read once more before it is used.
    setImmediate(() => {
      if (!isGood()) return discard(lane, connection);
      lane.unused.add(connection);
      wake(lane);
    });
  };

  const run = (lane: Lane, { request, path, settle, reject }: Attempt, connection: Connection): void => {
    const { headers, body, spreadMs = 0, giveUp } = request;
    const isUsed = connection.hasAnswered;
    giveUp?.by(() => discard(lane, connection));
    try {
      connection.exchange({
        path,
        headers,
        body,
        spreadMs,
        settle: (outcome) => {
          if (isUsed && outcome.kind === 'answered') lane.isProven = true;
          if (isUsed && outcome.kind === 'failed' && outcome.failure === 'reset') closers.add(lane.origin);
          settle(outcome);
        },
        done: () => keep(lane, connection),
      });
    } catch (error) {
      reject(error);
      discard(lane, connection);
    }
  };

  const mayGo = ({ waiting, unused, open: all }: Lane): boolean =>
    waiting.size > 0 && (unused.size > 0 || all.size < connectionsPerOrigin);

  /** Room for a connection is made at the cost of one that is not used. */
  const makeRoom = (): void => {
    for (const lane of lanes.values()) {
      for (const connection of lane.unused) return discard(lane, connection);
    }
  };

  /** The next attempt of a lane, on a connection that is there or on a new one. */
  const go = (lane: Lane): void => {
    const attempt = firstOf(lane);
    if (attempt === undefined) return;
    lane.waiting.delete(attempt);
    const [unused] = lane.unused;
    if (unused !== undefined) lane.unused.delete(unused);
    run(lane, attempt, unused ?? connect(lane));
  };

  /** After anything that may let an attempt of this lane go. */
  const wake = (lane: Lane): void => {
    // Without asking for room: nothing runs there, so that nothing of its own could make it room later.
    if (mayGo(lane) && lane.unused.size === lane.open.size) go(lane);
    if (mayGo(lane)) ready.add(lane);
    // A lane that nobody uses is no lane.
    else if (lane.waiting.size === 0 && lane.open.size === 0) lanes.delete(lane.origin);
    for (const next of ready) {
      const isWaiting = mayGo(next);
      if (isWaiting && next.unused.size === 0 && open >= connections) return makeRoom();
      ready.delete(next);
      if (!isWaiting) continue;
      go(next);
      // Put back, it comes again after the others.
      if (mayGo(next)) ready.add(next);
    }
  };

  const laneTo = (origin: string): Lane => {
    const known = lanes.get(origin);
    if (known !== undefined) return known;
    const waiting = new Set<Attempt>();
    const lane: Lane = {
      origin,
      waiting,
      line: waiting.values(),
      open: new Set(),
      unused: new Set(),
      trial: undefined,
      isProven: false,
    };
    lanes.set(origin, lane);
    return lane;
  };

  const send = (request: SendRequest): Promise<AttemptOutcome> => {
    const { url: text, giveUp } = request;
    if (closed) return Promise.resolve(closing);
    if (giveUp?.given === true) return Promise.resolve(givenUp);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined) return Promise.resolve(failed('blocked', 'it is no absolute URL'));
    // Whoever has a lane has been looked at.
    const isKnown = lanes.has(url.origin) && url.username === '' && url.password === '';
    const refusal = isKnown ? undefined : allowed.refuseUrl(url);
    if (refusal !== undefined) return Promise.resolve(failed('blocked', refusal));

    return new Promise((resolve, reject) => {
      const lane = laneTo(url.origin);
      const attempt: Attempt = {
        request,
        path: url.pathname + url.search,
        settle: (outcome) => {
          giveUp?.by(undefined);
          resolve(closed ? closing : outcome);
        },
        reject: (error) => {
          giveUp?.by(undefined);
          reject(error);
        },
      };
      giveUp?.by(() => {
        lane.waiting.delete(attempt);
        resolve(givenUp);
        wake(lane);
      });
      lane.waiting.add(attempt);
      wake(lane);
    });
  };

  const close = async (): Promise<void> => {
    closed = true;
    const ended = [...lanes.values()].flatMap(({ waiting, open: all }) => {
      for (const { settle } of waiting) settle(closing);
      waiting.clear();
      return [...all].map((connection) => connection.destroy(closing));
    });
    ready.clear();
    await Promise.all(ended);
  };

  return { send, close };
};

/** One origin. */
type Lane = {
  readonly origin: string;
  readonly waiting: Set<Attempt>;
  /** Goes through those that wait. A new one would step over all that have left before it finds the first. */
  readonly line: Iterator<Attempt>;
  /** Whose socket may be open. */
  readonly open: Set<Connection>;
  /** Those of them that carry nothing. */
  readonly unused: Set<Connection>;
  /** The one connection that is used again while it is not known whether the receiver keeps them. */
  trial: Connection | undefined;
  isProven: boolean;
};

type Attempt = {
  readonly request: SendRequest;
  readonly path: string;
  readonly settle: (outcome: AttemptOutcome) => void;
  readonly reject: (error: unknown) => void;
};

/** Only asked while somebody waits, so that the line never comes to its end. */
const firstOf = ({ line }: Lane): Attempt | undefined => line.next().value as Attempt | undefined;

const closing = failed('aborted', 'the sender was closed');
