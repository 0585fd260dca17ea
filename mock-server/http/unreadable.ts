/**
 * Requests that break HTTP, or whose address and headers are longer than Node reads, never reach the app. They are answered like any
 * other refusal, in the layout of errors, and their connection ends with that.
 */
import { STATUS_CODES, type Server, maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';

/** The refusal of a request that could not be read. */
export type RefuseUnreadable = (message: string) => Response;

export const followUnreadable = (server: Server, refuse: RefuseUnreadable): void => {
  const met = new WeakSet<Socket>();
  const answered = followAnswers(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What still comes on such a connection is an error again, and is passed over.
    if (met.has(socket)) return;
    met.add(socket);
    socket.on('error', () => socket.destroy());
    // A head in the middle of another answer would spoil that one.
    if (!socket.writable || error.code === 'ECONNRESET' || answered(socket)) return void socket.destroy();
    void answer(socket, error.code ?? '', refuse);
  });
};

const answer = async (socket: Socket, code: string, refuse: RefuseUnreadable): Promise<void> => {
  // A request that did not come in time may have broken off anywhere: there is nothing to refuse in it.
  const refusal = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? undefined : refuse(messageOf(code));
  const { status, headers } = refusal ?? new Response(null, { status: 408 });
  const body = Buffer.from((await refusal?.text()) ?? '');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Array.from(headers, ([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  // To close while more is coming would reset the connection, and may cost the sender the answer.
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
};

const messageOf = (code: string): string =>
  code === 'HPE_HEADER_OVERFLOW'
    ? `The address and the headers are too long: together they may have ${maxHeaderSize / 1024} KB`
    : `The request cannot be read as HTTP/1.1${code === '' ? '' : ` (${code})`}`;

/** Real time. */
const lingerMs = 500;

/** @returns whether an answer on this connection has begun that has not ended */
const followAnswers = (server: Server): ((socket: Socket) => boolean) => {
  const begun = new WeakMap<Socket, Set<{ readonly headersSent: boolean }>>();
  server.on('request', ({ socket }, response) => {
    const open = begun.get(socket) ?? new Set();
    begun.set(socket, open.add(response));
    response.on('close', () => open.delete(response));
  });
  return (socket) => [...(begun.get(socket) ?? [])].some(({ headersSent }) => headersSent);
};
