/** The WebSocket library behind one door: its limits, and the one thing that it does not tell by itself. Loaded with the first socket. */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { WebSocket, WebSocketServer } from 'ws';

export type Acceptor = {
  /** Undefined if the client has gone. */
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => StreamSocket | undefined;
  /** Resolves when all connections are gone; those that are still there after the grace time are cut. */
  readonly close: (graceMs: number) => Promise<void>;
};

/**
 * Tells when a close begins, not only when it is over: billing ends there. The library calls `close` on itself when the client's
 * close frame arrives, or bytes that are against the protocol; either way the frame that is sent waits until the session is settled.
 */
export class StreamSocket extends WebSocket {
  leaving: (() => Promise<void>) | undefined;
  transport: Duplex | undefined;
  #waits = false;

  /** The first to close says with which code. */
  override close(code?: number, reason?: string | Buffer): void {
    const { leaving } = this;
    if (this.#waits) return;
    // Of its own accord the library says 1008 to a message in too many pieces, and to nothing else: it is too large, as others are.
    const said = code === 1008 && reason === undefined ? 1009 : code;
    if (leaving === undefined) return super.close(said, reason);
    this.leaving = undefined;
    this.#waits = true;
    const goOn = (): void => {
      this.#waits = false;
      super.close(said, reason);
    };
    leaving().then(goOn, goOn);
  }

  /** Breaks the connection off, so that the client sees a reset; under TLS, where Node resets none, that the line is cut. */
  reset(): void {
    if (this.transport instanceof Socket && !(this.transport instanceof TLSSocket)) this.transport.resetAndDestroy();
    else this.terminate();
  }
}

/** @param handshakeMs real milliseconds for a closing handshake; then the connection is cut */
export const createAcceptor = (handshakeMs: number): Acceptor => {
  const settings = {
    noServer: true,
    WebSocket: StreamSocket,
    clientTracking: true,
    perMessageDeflate: false,
    skipUTF8Validation: false,
    maxPayload: 2 ** 20,
    maxFragments: 1_024,
    maxBufferedChunks: 4_096,
    closeTimeout: handshakeMs,
    // Its own answers cut the line at the 61st ping of a burst, without a word; the stream answers.
    autoPong: false,
  };
  const server = new WebSocketServer(settings);
  return {
    accept: (request, socket, head) => {
      let accepted: StreamSocket | undefined;
      server.handleUpgrade(request, socket, head, (ws) => {
        accepted = ws;
        ws.transport = socket;
      });
      return accepted;
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          for (const ws of server.clients) ws.terminate();
        }, graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
};
