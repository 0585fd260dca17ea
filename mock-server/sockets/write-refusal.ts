/** An HTTP answer on a connection that asked for an upgrade and does not get one. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Writes the answer and ends the connection; what the client still sends is not read. */
export const writeRefusal = async (socket: Duplex, answer: Response): Promise<void> => {
  const body = Buffer.from(await answer.arrayBuffer());
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...Array.from(answer.headers, ([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  // Read on, into nothing: a connection that is closed over unread bytes is reset, and the answer may be lost with it.
  socket.resume();
};
