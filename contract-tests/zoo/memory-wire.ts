/** The judge's client to servers of this process: plain requests are handed over, others and WebSockets go over pairs of streams. A network would cost as much as all else. */
import { subscribe } from 'node:diagnostics_channel';
import { Agent, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Target } from '../target.ts';
import { type Wire, type WireOptions, openWire } from '../wire/send.ts';
import { handOver, isPlain } from './direct-wire.ts';
import { streamPair } from './stream-pair.ts';

/** The first request to a server goes over the network still: by it the server is found. So does TLS. */
export const memoryWire: WireTo = (target) => {
  const wire = openWire({ ...optionsFor(target), agent: new MemoryAgent({ keepAlive: true }) });
  return {
    ...wire,
    send: (request, limits = {}) => {
      const server = limits.signal === undefined && isPlain(request) ? servers.get(portIn(request.url)) : undefined;
      return server === undefined ? wire.send(request, limits) : handOver(server, request, limits);
    },
    connect: (url) => pairTo(servers.get(portIn(url))),
  };
};

/** Of plain HTTP on loopback; 0 of anything else. */
const portIn = (url: string): number => Number(/^(?:http|ws):\/\/127\.0\.0\.1:(\d+)\//.exec(url)?.[1] ?? 0);

export const networkWire: WireTo = (target) => openWire(optionsFor(target));

export type WireTo = (target: Target) => Wire;

const optionsFor = ({ ca, control }: Target): WireOptions => ({ ca, isPlay: control !== undefined });

class MemoryAgent extends Agent {
  override createConnection(...given: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    return pairTo(servers.get(Number(given[0].port))) ?? super.createConnection(...given);
  }

  /** What a network has made is used once. */
  override keepSocketAlive(connection: Duplex): boolean {
    return !(connection instanceof Socket) && (super.keepSocketAlive(connection) as unknown) !== false;
  }
}

/** The client's end of a connection to a server. */
const pairTo = (server: Server | undefined): Duplex | undefined => {
  if (server === undefined) return undefined;
  const [client, served] = streamPair();
  server.emit('connection', served);
  return client;
};

/** Those that were asked something, by their port. */
const servers = new Map<number, Server>();
const seen = new WeakSet<Server>();

subscribe('http.server.request.start', (message) => {
  const { server } = message as { readonly server: Server };
  if (seen.has(server)) return;
  seen.add(server);
  const address = server.address();
  if (address === null || typeof address === 'string') return;
  servers.set(address.port, server);
  const forget = (): void => {
    if (servers.get(address.port) === server) servers.delete(address.port);
  };
  server.once('close', forget);
});
