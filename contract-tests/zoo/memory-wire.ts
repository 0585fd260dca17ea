/** The judge's HTTP client over pairs of streams to servers of this process: sockets of a network cost as much as the HTTP on them. */
import { subscribe } from 'node:diagnostics_channel';
import { Agent, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Target } from '../target.ts';
import { type Wire, type WireOptions, openWire } from '../wire/send.ts';
import { streamPair } from './stream-pair.ts';

/** The first request to a server goes over the network still: by it the server is found. So do TLS, WebSockets, and what is sent on a connection of its own. */
export const memoryWire: WireTo = (target) =>
  openWire({ ...optionsFor(target), agent: new MemoryAgent({ keepAlive: true }) });

export const networkWire: WireTo = (target) => openWire(optionsFor(target));

export type WireTo = (target: Target) => Wire;

const optionsFor = ({ ca, control }: Target): WireOptions => ({ ca, isPlay: control !== undefined });

class MemoryAgent extends Agent {
  override createConnection(...given: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    const server = servers.get(Number(given[0].port));
    if (server === undefined) return super.createConnection(...given);
    const [client, served] = streamPair();
    server.emit('connection', served);
    return client;
  }

  /** What a network has made is used once. */
  override keepSocketAlive(connection: Duplex): boolean {
    return !(connection instanceof Socket) && (super.keepSocketAlive(connection) as unknown) !== false;
  }
}

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
