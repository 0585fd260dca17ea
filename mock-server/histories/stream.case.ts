/** One session of a history and its socket: what went in, what came out, and between which instants of the mock's clock it was connected. */
import { WebSocket } from 'ws';
import type { SocketEntry } from '../../spec/schemas/journal.ts';
import type { Tier } from '../../spec/vocabulary.ts';

export type HistoryStream = {
  readonly sessionId: string;
  readonly tier: Tier | 'voice';
  readonly profile: string | undefined;
  readonly maxDurationSeconds: number;
  readonly maxCostMicros: number;
  /** With the token. */
  readonly address: string;
  /** Milliseconds of the mock's clock; undefined for one that was never connected. */
  readonly connectedAt: number | undefined;
  /** Undefined while it streams, or if nobody can know. */
  readonly endedAt: number | undefined;
  readonly isOpen: boolean;
  /** How many of its sockets are open. */
  readonly openSockets: number;
  /** The service may be gone without a sign. */
  readonly mayBeSilent: boolean;
  readonly sent: readonly Buffer[];
  readonly received: readonly Buffer[];
  /** Connects, also a second time. The status of a refusal, 101 if it was let in. */
  readonly connect: () => Promise<number>;
  readonly send: (messages: readonly Buffer[]) => void;
  readonly hangUp: (how: 'close' | 'terminate') => Promise<void>;
  /** Until all that was sent has been answered, or the socket is closed. */
  readonly settle: () => Promise<void>;
  /** Lets go of every socket, without a word. */
  readonly drop: () => void;
};

type Session = Pick<
  HistoryStream,
  'sessionId' | 'tier' | 'profile' | 'maxDurationSeconds' | 'maxCostMicros' | 'address'
>;

/** @param entries those of the journal that are about the session */
export const historyStream = (session: Session, now: () => number, entries: () => SocketEntry[]): HistoryStream => {
  const sockets: WebSocket[] = [];
  const sent: Buffer[] = [];
  const received: Buffer[] = [];
  let connectedAt: number | undefined;
  let closedAt: number | undefined;
  let connecting = 0;

  const live = (): WebSocket | undefined => sockets.find(({ readyState }) => readyState === WebSocket.OPEN);
  const mayBeSilent = (): boolean => entries().some(({ faults }) => faults.includes('socket-half-open'));
  const noted = async (connections: number): Promise<void> => {
    const ends = (): number => entries().filter(({ event }) => event === 'closed' || event === 'lost').length;
    for (let turn = 0; ends() < connections && turn < 5_000; turn++) await pause(1);
  };

  const connect = async (): Promise<number> => {
    connecting++;
    try {
      return await connectOne();
    } finally {
      connecting--;
    }
  };

  const connectOne = (): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(session.address, { perMessageDeflate: false });
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) received.push(data);
      });
      socket.on('unexpected-response', (request, response) => {
        response.resume();
        request.destroy();
        resolve(response.statusCode ?? 0);
      });
      socket.on('error', () => resolve(0));
      socket.on('open', () => {
        // A token that is no good may be let in to be told so (gap `socket-bad-token`): that is no stream.
        if (entries().filter(({ event }) => event === 'connected').length === sockets.length) return resolve(1008);
        connectedAt ??= now();
        sockets.push(socket);
        resolve(101);
      });
      socket.on('close', () => {
        if (sockets.includes(socket)) closedAt = now();
      });
    });

  /** A pong comes behind all that was answered before it. */
  const settleOne = (socket: WebSocket): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        socket.off('pong', done).off('close', done);
        resolve();
      };
      socket.once('pong', done).once('close', done);
      socket.ping();
    });

  const settle = async (): Promise<void> => {
    for (const socket of sockets) {
      if (socket.readyState === WebSocket.CLOSED) continue;
      // Faults of a connection begin in the next turn of its timers.
      await pause(2);
      // One that is silent gives no sign; what it does before is done by then.
      if (mayBeSilent()) {
        await pause(15);
        continue;
      }
      if (socket.readyState === WebSocket.OPEN) await settleOne(socket);
      for (let turn = 0; socket.readyState === WebSocket.CLOSING && turn < 5_000; turn++) await pause(1);
    }
    if (!mayBeSilent()) await noted(sockets.filter(({ readyState }) => readyState === WebSocket.CLOSED).length);
  };

  return {
    ...session,
    get connectedAt() {
      return connectedAt;
    },
    get endedAt() {
      // One that is taken over may see its own end before the other's beginning.
      return live() === undefined && connecting === 0 && !mayBeSilent() ? closedAt : undefined;
    },
    get isOpen() {
      return live() !== undefined;
    },
    get openSockets() {
      return sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    },
    get mayBeSilent() {
      return mayBeSilent();
    },
    sent,
    received,
    connect,
    send: (messages) => {
      for (const message of messages) {
        sent.push(message);
        live()?.send(message, { binary: true });
      }
    },
    hangUp: async (how) => {
      const socket = live();
      if (socket === undefined) return;
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      if (how === 'close' && !mayBeSilent()) socket.close(1000);
      else socket.terminate();
      await closed;
      await settle();
    },
    settle,
    drop: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
