/**
 * Load on a server: some connections that are kept open, on each one request at a time. It writes bytes that were made before
 * and reads no more of an answer than its status and its end, so that the other core is the server's alone.
 */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

export type Load = {
  readonly port: number;
  /** The next request as it goes over the wire. */
  readonly next: () => string;
  readonly status: number;
  readonly connections: number;
  /** Either of the two ends it. */
  readonly seconds?: number;
  readonly requests?: number;
};

export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly ms: number };

export const load = async (plan: Load): Promise<Measured> => {
  const { port, connections, seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY } = plan;
  const sockets = await Promise.all(Array.from({ length: connections }, () => dial(port)));
  const latencies: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1000;
  let begun = 0;
  const more = (): boolean => begun < requests && performance.now() < until;
  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      const send = (): void => {
        begun++;
        sentAt = performance.now();
        socket.write(plan.next(), 'latin1');
      };
      eachAnswer(socket, (status) => {
        latencies.push(performance.now() - sentAt);
        if (status !== plan.status) reject(new Error(`expected ${plan.status}, got ${status}`));
        else if (more()) send();
        else resolve();
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server closed a connection')));
      if (more()) send();
      else resolve();
    });
  await Promise.all(sockets.map(drive));
  const ms = performance.now() - from;
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  latencies.sort((a, b) => a - b);
  const share = (part: number): number => latencies[Math.floor(latencies.length * part)] ?? 0;
  return { perSecond: (latencies.length / ms) * 1000, p50: share(0.5), p99: share(0.99), ms };
};

const dial = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
};

/** Answers must declare their length; all of our peers do. */
const eachAnswer = (socket: Socket, take: (status: number) => void): void => {
  let held: Buffer | undefined;
  socket.on('data', (chunk: Buffer) => {
    const data: Buffer = held === undefined ? chunk : Buffer.concat([held, chunk]);
    const end = data.indexOf('\r\n\r\n');
    const length = end < 0 ? Number.NaN : lengthOf(data, end);
    const whole = data.length >= end + 4 + length;
    held = whole ? undefined : data;
    if (whole) take(Number(data.toString('latin1', 9, 12)));
  });
};

const lengthOf = (data: Buffer, end: number): number => {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(data.toString('latin1', 0, end)) ?? [];
  if (length === undefined) throw new Error(`an answer without a length: ${data.toString('latin1', 0, end)}`);
  return Number(length);
};

type Headers = { readonly [name: string]: string };

/** A request as text. */
export const get = (path: string, headers: Headers): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${linesOf(headers)}\r\n`;

export const post = (path: string, headers: Headers, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
  `content-length: ${body.length}\r\n${linesOf(headers)}\r\n${body}`;

const linesOf = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
