/** The listening server: Node's own, with the limits of transport that keep a bad peer from costing more than a connection. */
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type HttpBindings, getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { type HostGuard, hostRefusals } from './host-guard.ts';
import { sendSoon } from './outbox.ts';
import type { Env } from './router.ts';
import type { Pair } from './tls.ts';
import { type RefuseUnreadable, followUnreadable } from './unreadable.ts';
import { type AcceptWebSocket, followUpgrades } from './upgrades.ts';

/** What a connection may cost: in real milliseconds, not by the mock's clock. */
export const transport = {
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
export const listen = async (
  app: Hono<Env>,
  guard: HostGuard,
  host: string,
  port: number,
  acceptWebSocket: AcceptWebSocket,
  refuseUnreadable: RefuseUnreadable,
  /** Certificate and key for https; without them it is http. */
  tls?: Pair,
): Promise<Listening> => {
  const answer = listenerOf(app, host);
  const server = await createServerFor(
    tls,
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
  followUpgrades(server, guard, acceptWebSocket);
  followUnreadable(server, refuseUnreadable);
  server.maxConnections = transport.connectionsMax;
  endAnsweredOnStop(server);
  const cutAll = tls === undefined ? undefined : followHandshakes(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => close(server, graceMs, cutAll) };
};

/** Hands requests of connections to the app. @param hostname where a request names none */
export const listenerOf = (app: Pick<Hono<Env>, 'fetch'>, hostname: string): ReturnType<typeof getRequestListener> =>
  getRequestListener(
    async (request, given) => {
      // HTTP/2 is not spoken here.
      const bindings = given as HttpBindings;
      return sendSoon(await app.fetch(request, bindings), bindings.outgoing);
    },
    { overrideGlobalObjects: false, hostname },
  );

const turnAway = (request: IncomingMessage, response: ServerResponse, verdict: 'malformed' | 'foreign'): void => {
  const [status, text] = hostRefusals[verdict];
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(text);
  request.resume();
};

const createServerFor = async (
  tls: Pair | undefined,
  options: ServerOptions,
  serve: RequestListener,
): Promise<Server> => {
  if (tls === undefined) return createServer(options, serve);
  const https = await import('node:https');
  return https.createServer(
    { ...options, cert: tls.cert, key: tls.key, handshakeTimeout: transport.headersTimeout },
    serve,
  );
};

/** Connections that have not finished their TLS handshake are unknown to the HTTP server. @returns cuts all connections */
const followHandshakes = (server: Server): (() => void) => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
};

const close = (server: Server, graceMs: number, cutAll?: () => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      cutAll?.();
    }, graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Node keeps a connection open after an answer, also while it stops: whoever was busy then would hold the stop up. */
const endAnsweredOnStop = (server: Server): void => {
  const underWay = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1): number => {
    const requests = (underWay.get(socket) ?? 0) + change;
    underWay.set(socket, requests);
    return requests;
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.on('close', () => {
      if (count(socket, -1) > 0 || server.listening) return;
      // While a body is still coming, closing could cost its sender the answer.
      if (request.complete) socket.destroySoon();
      else request.once('end', () => socket.destroySoon());
    });
  });
};
