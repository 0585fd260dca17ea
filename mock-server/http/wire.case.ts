/** Raw bytes to a listening mock, for tests: what no HTTP client would send, and everything that comes back until the connection ends. */
import { connect } from 'node:net';

export type Exchange = {
  /** Status of each answer that came, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
  /** Whether the mock ended the connection before `waitMs` had passed. */
  readonly closed: boolean;
};

/** Sends the pieces one after the other, with a pause between, and listens until the peer closes or for `waitMs`. */
export const exchange = (
  port: number,
  pieces: string | Buffer | readonly (string | Buffer)[],
  { waitMs = 250, pauseMs = 5 } = {},
): Promise<Exchange> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({
        statuses: Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status)),
        text,
        closed,
      });
    };
    const timer = setTimeout(() => finish(false), waitMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => finish(true)).on('close', () => finish(true));
    // A reset counts as an end: 'close' follows.
    socket.on('error', () => undefined);
    const write = async (): Promise<void> => {
      for (const piece of typeof pieces === 'string' || Buffer.isBuffer(pieces) ? [pieces] : pieces) {
        socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
        await new Promise((next) => {
          setTimeout(next, pauseMs);
        });
      }
    };
    void write();
  });

/** A request as text: each header on a line, the body as it is. */
export const request = (line: string, headers: readonly string[], body = ''): string =>
  `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body}`;
