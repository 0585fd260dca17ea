/**
 * Requests that ask for another protocol. With a listener for them Node answers none by itself any more: a WebSocket goes to the
 * sockets, and any other wish is ignored, as HTTP allows. Some clients ask for h2c with every request.
 */
import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HostGuard, hostRefusals } from './host-guard.ts';

export type AcceptWebSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export const followUpgrades = (server: Server, guard: HostGuard, accept: AcceptWebSocket): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const verdict = guard(request);
    if (verdict !== 'allowed') turnAway(socket, verdict);
    else if (request.headers.upgrade?.toLowerCase() === 'websocket') accept(request, socket, head);
    else handBack(server, request, socket, head);
  });
};

/** The server meets the connection as a new one, and on it the same request without its wish. It is the last one on it. */
const handBack = (server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (!/^(?:connection|upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  lines.push('connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // One that is encrypted has its handshake behind it.
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
};

const turnAway = (socket: Duplex, verdict: keyof typeof hostRefusals): void => {
  const [status, text] = hostRefusals[verdict];
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${text.length}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
};
