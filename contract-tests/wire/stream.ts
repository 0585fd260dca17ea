/** One socket of a session, as a client has it: every frame in order, how it began and how it ended. */
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { FrameLabel } from '../lawful/sockets.ts';

export type StreamFrame = { readonly kind: 'text' | 'binary'; readonly bytes: Buffer };

export type StreamEnd = {
  /** Close code; 1006 where the connection was cut. */
  readonly code: number;
  readonly at: number;
};

export type Stream = {
  readonly url: string;
  /** HTTP status of the answer to the upgrade; 101 if it was let in, 0 if none came. */
  readonly status: number;
  readonly frames: readonly StreamFrame[];
  readonly end: StreamEnd | undefined;
  readonly isOpen: boolean;
  /** @param breaks what the message breaks on purpose, or the gap that it goes into; throws a HarnessError where it is not so */
  readonly send: (data: Uint8Array | string, breaks?: FrameLabel) => void;
  readonly close: (code?: number) => Promise<StreamEnd>;
  /** Cuts the connection without a word. */
  readonly cut: () => void;
  /** Until the frames are such, or the time is over or the socket is closed: whether they are. */
  readonly until: (fits: (frames: readonly StreamFrame[]) => boolean, ms?: number) => Promise<boolean>;
  /** Until the socket is closed, or the time is over. */
  readonly ended: (ms?: number) => Promise<StreamEnd | undefined>;
};

export type StreamOptions = {
  readonly ca?: string | undefined;
  readonly timeoutMs?: number;
  /** The connection, where it is not to be made. */
  readonly connection?: Duplex | undefined;
  /** Asked before a message is sent. @param frames all that has come */
  readonly expectAsClaimed?: (
    frames: readonly StreamFrame[],
    data: Uint8Array | string,
    breaks: FrameLabel | undefined,
  ) => void;
};

/** Connects; resolves when it is let in or turned away. Never throws. */
export const openStream = (
  url: string,
  { ca, timeoutMs = 10_000, connection, expectAsClaimed }: StreamOptions = {},
): Promise<Stream> =>
  new Promise((resolve) => {
    const frames: StreamFrame[] = [];
    const waiting = new Set<() => void>();
    const wake = (): void => {
      for (const look of waiting) look();
    };
    let bytes = 0;
    let end: StreamEnd | undefined;
    let socket: WebSocket;
    const stream = (status: number): Stream => ({
      url,
      status,
      frames,
      get end() {
        return end;
      },
      get isOpen() {
        return socket?.readyState === WebSocket.OPEN;
      },
      send: (data, breaks) => {
        expectAsClaimed?.(frames, data, breaks);
        socket.send(data);
      },
      close: async (code = 1000) => {
        if (end === undefined) socket.close(code);
        return (await when(() => end !== undefined, 5_000)) && end !== undefined ? end : cutOff();
      },
      cut: () => socket.terminate(),
      until: (fits, ms = 5_000) => when(() => fits(frames), ms),
      ended: async (ms = 5_000) => ((await when(() => end !== undefined, ms)) ? end : undefined),
    });
    const cutOff = (): StreamEnd => {
      socket.terminate();
      return { code: 1006, at: Date.now() };
    };
    const when = (holds: () => boolean, ms: number): Promise<boolean> =>
      new Promise((tell) => {
        const done = (outcome: boolean): void => {
          clearTimeout(timer);
          waiting.delete(look);
          tell(outcome);
        };
        const look = (): void => {
          if (holds()) done(true);
          else if (end !== undefined) done(false);
        };
        const timer = setTimeout(() => done(holds()), ms);
        waiting.add(look);
        look();
      });
    try {
      socket = new WebSocket(url, {
        perMessageDeflate: false,
        handshakeTimeout: timeoutMs,
        ...(ca !== undefined && { ca }),
        ...(connection !== undefined && { createConnection: () => connection }),
      });
    } catch {
      return resolve({ ...refused(url, 0) });
    }
    socket.on('message', (data: Buffer, isBinary) => {
      bytes += data.byteLength;
      // More than anybody asked for: cut, before it fills the memory.
      if (bytes > streamBytesMax) return socket.terminate();
      frames.push({ kind: isBinary ? 'binary' : 'text', bytes: Buffer.from(data) });
      wake();
    });
    socket.on('unexpected-response', (request, response) => {
      response.resume();
      request.destroy();
      resolve(refused(url, response.statusCode ?? 0));
    });
    socket.on('error', () => resolve(refused(url, 0)));
    socket.on('close', (code) => {
      end = { code, at: Date.now() };
      wake();
      resolve(stream(101));
    });
    socket.on('open', () => resolve(stream(101)));
  });

/** An hour of sound. */
const streamBytesMax = 120_000_000;

const refused = (url: string, status: number): Stream => ({
  url,
  status,
  frames: [],
  end: { code: 1006, at: Date.now() },
  isOpen: false,
  send: () => undefined,
  close: () => Promise.resolve({ code: 1006, at: Date.now() }),
  cut: () => undefined,
  until: () => Promise.resolve(false),
  ended: () => Promise.resolve({ code: 1006, at: Date.now() }),
});
