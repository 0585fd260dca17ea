/**
 * Sends one attempt. It decides nothing: the caller gives the bytes, and gives up by its signal. Each origin has connections and a
 * waiting line of its own, so that a receiver that does not answer keeps no other waiting. A connection goes on to the next attempt in
 * the line; where none waits it is closed.
 */
import type { AttemptOutcome } from '../domain/delivery.ts';
import { Connection } from './connection.ts';
import { failed, givenUp } from './failure.ts';
import type { Allowed } from './where.ts';

export type SendRequest = {
  readonly url: string;
  /** Sent as they are, beside host, connection, content-length and the user agent. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
  /** Milliseconds over which the body is spread; by default it is sent at once. */
  readonly spreadMs?: number;
  /** The only limit of time. Without it an attempt waits for as long as the receiver does. */
  readonly signal?: AbortSignal;
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
  /** At a time, to one origin and to all. */
  readonly connectionsPerOrigin?: number;
  readonly connections?: number;
};

export const createSender = (
  allowed: Allowed,
  { ca, connectionsPerOrigin = 64, connections = 1_024 }: SenderOptions = {},
): Sender => {
  const lanes = new Map<string, Lane>();
  /** Lanes where somebody waits who may go as soon as there is room among all; served in turn. */
  const ready = new Set<Lane>();
  /** Every connection whose socket may be open. */
  const alive = new Set<Connection>();
  let running = 0;
  let closed = false;

  const discard = (connection: Connection): Promise<void> =>
    connection.destroy().finally(() => alive.delete(connection));

  const open = (lane: Lane): Connection => {
    const connection = new Connection(lane.origin, { allowed, ca });
    alive.add(connection);
    return connection;
  };

  /** A lane that nobody uses is no lane: there are no more of them than attempts. */
  const forget = (lane: Lane): void => {
    if (lane.waiting.size === 0 && lane.running.size === 0) lanes.delete(lane.origin);
  };

  const start = (lane: Lane, attempt: Attempt): void => {
    const { spare } = lane;
    lane.spare = undefined;
    lane.running.add(attempt);
    running++;
    run(lane, attempt, spare ?? open(lane), spare !== undefined);
  };

  /** Whether an attempt of this lane goes next when one of them ends. No connection is kept idle: it may be closed just when it is needed. */
  const isNext = (lane: Lane): boolean => {
    const [first = lane] = ready;
    return lane.waiting.size > 0 && first === lane;
  };

  /** @param used whether the connection has carried an attempt before */
  const run = (lane: Lane, attempt: Attempt, connection: Connection, used: boolean): void => {
    const free = (): void => {
      lane.running.delete(attempt);
      running--;
      proceed(lane);
    };
    let stopped = false;
    let answered = false;
    let crossed = false;
    attempt.stop = () => {
      stopped = true;
      void discard(connection);
    };
    try {
      connection.exchange({
        ...attempt.exchange,
        settle: (outcome) => {
          // Receivers may close a connection after any answer, just when the next request goes out on it. That is no failed attempt.
          answered ||= outcome.kind === 'answered';
          const unheard = used && !answered && !stopped && !closed;
          crossed = unheard && outcome.kind === 'failed' && outcome.failure === 'reset';
          if (!crossed) attempt.settle(outcome);
        },
        done: (reusable) => {
          if (crossed) {
            lane.handsOver = false;
            void discard(connection).then(() => (stopped || closed ? free() : run(lane, attempt, open(lane), false)));
          } else if (reusable && !closed && lane.handsOver && isNext(lane)) {
            lane.spare = connection;
            free();
          } else {
            // Only a socket that is closed makes room for another.
            void discard(connection).then(free);
          }
        },
      });
    } catch (error) {
      attempt.reject(error);
      void discard(connection).then(free);
    }
  };

  const proceed = (lane: Lane): void => {
    if (lane.waiting.size > 0 && lane.running.size < connectionsPerOrigin) ready.add(lane);
    forget(lane);
    for (const next of ready) {
      if (running >= connections) return;
      // Put back, it comes again after the others.
      ready.delete(next);
      const [attempt] = next.waiting;
      if (attempt === undefined) continue;
      next.waiting.delete(attempt);
      if (next.waiting.size > 0 && next.running.size + 1 < connectionsPerOrigin) ready.add(next);
      start(next, attempt);
    }
  };

  const laneTo = (origin: string): Lane => {
    const known = lanes.get(origin);
    if (known !== undefined) return known;
    const lane: Lane = { origin, waiting: new Set(), running: new Set(), spare: undefined, handsOver: true };
    lanes.set(origin, lane);
    return lane;
  };

  const send = ({ url: text, headers, body, spreadMs = 0, signal }: SendRequest): Promise<AttemptOutcome> => {
    if (closed) return Promise.resolve(closing);
    if (signal?.aborted === true) return Promise.resolve(givenUp(signal));
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const refusal = url === undefined ? 'it is no absolute URL' : allowed.refuseUrl(url);
    if (url === undefined || refusal !== undefined) return Promise.resolve(failed('blocked', refusal ?? ''));

    return new Promise((resolve, reject) => {
      const lane = laneTo(url.origin);
      const giveUp = (): void => {
        if (signal === undefined) return;
        attempt.settle(givenUp(signal));
        attempt.stop();
      };
      const attempt: Attempt = {
        exchange: { path: url.pathname + url.search, headers, body, spreadMs },
        settle: (outcome) => {
          signal?.removeEventListener('abort', giveUp);
          resolve(outcome);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', giveUp);
          reject(error);
        },
        stop: () => {
          lane.waiting.delete(attempt);
          forget(lane);
        },
      };
      signal?.addEventListener('abort', giveUp);
      lane.waiting.add(attempt);
      proceed(lane);
    });
  };

  const close = async (): Promise<void> => {
    closed = true;
    ready.clear();
    for (const lane of lanes.values()) {
      for (const attempt of [...lane.waiting, ...lane.running]) attempt.settle(closing);
      lane.waiting.clear();
    }
    await Promise.all([...alive].map(discard));
  };

  return { send, close };
};

/** One origin. */
type Lane = {
  readonly origin: string;
  readonly waiting: Set<Attempt>;
  readonly running: Set<Attempt>;
  /** A connection that has become free, while the next attempt is looked for. */
  spare: Connection | undefined;
  /** Whether a connection goes from one attempt to the next that waits. */
  handsOver: boolean;
};

type Attempt = {
  readonly exchange: {
    readonly path: string;
    readonly headers: SendRequest['headers'];
    readonly body: Uint8Array;
    readonly spreadMs: number;
  };
  readonly settle: (outcome: AttemptOutcome) => void;
  readonly reject: (error: unknown) => void;
  /** Leaves the waiting line, or ends the connection. */
  stop: () => void;
};

const closing = failed('aborted', 'the sender was closed');
