/** The listening server: Node's own, with the limits of transport that keep a bad peer from costing more than a connection. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { HostGuard } from './host-guard.ts';
import type { Env } from './router.ts';

/** Real time, not the mock's clock. */
const transport = {
  headersTimeout: 10_000,
  /** No cap on the whole: 500 MB may be slow. A connection on which nothing moves is closed. */
  requestTimeout: 0,
  idleTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  connectionsMax: 12_000,
} as const;

export type Listening = {
  readonly port: number;
  /** Stops listening, gives running requests some time, then ends what is left. */
  readonly close: (graceMs: number) => Promise<void>;
};

/** Rejects with Node's error if the port or address cannot be had. */
export const listen = async (app: Hono<Env>, guard: HostGuard, host: string, port: number): Promise<Listening> => {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: host });
  const server = createServer(
    {
      headersTimeout: transport.headersTimeout,
      requestTimeout: transport.requestTimeout,
      keepAliveTimeout: transport.keepAliveTimeout,
      connectionsCheckingInterval: transport.connectionsCheckingInterval,
    },
    (request, response) => {
      const verdict = guard(request);
      if (verdict === 'allowed') void answer(request, response);
      else turnAway(request, response, verdict);
    },
  );
  server.setTimeout(transport.idleTimeout);
  server.maxConnections = transport.connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => close(server, graceMs) };
};

const turnAway = (request: IncomingMessage, response: ServerResponse, verdict: 'malformed' | 'foreign'): void => {
  const [status, text] =
    verdict === 'malformed'
      ? [400, 'Send exactly one well-formed Host header.\n']
      : [403, 'This mock does not answer to that name: start it with --allowed-host NAME to let it in.\n'];
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(text);
  request.resume();
};

const close = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
