/** Connections that bring noise, halves of requests, and requests with bytes changed; and what may have come of them. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import { createChance } from '../engine/random.ts';
import { type Files, validBodies } from './client.case.ts';
import { request } from './wire.case.ts';

export type Noise = {
  readonly connections: number;
  readonly atOnce: number;
  readonly seed: number;
  /** Whoever is not answered by then leaves, in real milliseconds. */
  readonly patienceMs: number;
  /** About half of what looks like a request is of its account. */
  readonly apiKey: string;
  /** That the requests name. */
  readonly files: Files;
};

/** How many connections got which status, or `none`. */
export type Statuses = ReadonlyMap<string, number>;

/** Those that brought the key of an account, and those that brought none. */
export type Heard = { readonly keyed: Statuses; readonly strangers: Statuses };

/** Throws for a connection that got more than one answer. */
export const makeNoise = async (
  port: number,
  { connections, atOnce, seed, patienceMs, ...from }: Noise,
): Promise<Heard> => {
  const noise = noiseOf(seed, from);
  const heard = { keyed: new Map<string, number>(), strangers: new Map<string, number>() };
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < connections) {
      const number = next++;
      const { bytes, isKeyed } = noise(number);
      const ends = (['waits', 'ends', 'resets'] as const)[number % 5] ?? 'waits';
      const statuses = await sent(port, bytes, ends, patienceMs);
      expect(statuses.length, `answers on connection ${number}`).toBeLessThanOrEqual(1);
      const [status = 'none'] = statuses;
      const counts = heard[isKeyed ? 'keyed' : 'strangers'];
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return heard;
};

export const expectTurnedAway = ({ keyed, strangers }: Heard, connections: number): void => {
  // Else nobody waited for an answer, and little is shown.
  expect(strangers.get('400')).toBeGreaterThan(connections / 10);
  // Without a key nothing is done, however lawful the rest.
  expect([...strangers.keys()].filter((status) => !/^(none|4..)$/.test(status))).toEqual([]);
  // With one, what is lawful still may be done.
  expect([...keyed.keys()].filter((status) => !/^(none|2..|4..)$/.test(status))).toEqual([]);
};

/** Lawful requests of several operations, free ones and paid ones. None is of `GET /pricing`, which answers a stranger. */
const lawful = (files: Files, authorization: readonly string[]): readonly Buffer[] => {
  const { 'face-swap-image': swap, 'voice-clone': clone } = validBodies(files);
  const of = (line: string, type?: string, body = ''): Buffer => {
    const about = type === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`];
    return Buffer.from(request(line, ['Host: localhost', ...authorization, ...about, 'Connection: close'], body));
  };
  const post = (path: string, body: object): Buffer =>
    of(`POST /api/v1${path}`, 'application/json', JSON.stringify(body));
  const form =
    '--B\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--B--\r\n';
  return [
    post('/voice/session', { duration_minutes: 1 }),
    post('/full-live-swap/session', { duration_minutes: 1 }),
    post('/face-swap-image', swap),
    post('/voice-clone', clone),
    of('POST /api/v1/uploads', 'multipart/form-data; boundary=B', form),
    of('GET /api/v1/usage?limit=5'),
    of('GET /api/v1/jobs/none'),
  ];
};

type Brought = { readonly bytes: Uint8Array; readonly isKeyed: boolean };

/** @returns what the connection of a number brings: of three, one is garbage, one breaks off within a request, and one has up to three bytes of a request changed */
const noiseOf = (seed: number, { apiKey, files }: Pick<Noise, 'apiKey' | 'files'>): ((number: number) => Brought) => {
  const { draw } = createChance(seed, 'seed').moment('a1', 0, 0);
  const [known, unknown] = [lawful(files, [`Authorization: Bearer ${apiKey}`]), lawful(files, [])];
  return (number) => {
    const pick = (what: string, below: number): number => Math.floor(draw(`${number}/${what}`) * below);
    if (number % 3 === 0) {
      return { bytes: Buffer.from(Array.from({ length: 64 }, (_, at) => pick(`garbage${at}`, 256))), isKeyed: false };
    }
    const isKeyed = pick('key', 2) === 1;
    const requests = isKeyed ? known : unknown;
    const good = requests[pick('request', requests.length)] ?? Buffer.of();
    if (number % 3 === 1) return { bytes: good.subarray(0, 1 + pick('cut', good.length - 1)), isKeyed };
    const bent = Buffer.from(good);
    // Some stay whole: what comes right behind noise is served as ever.
    const changes = pick('changes', 4);
    for (let change = 0; change < changes; change++)
      bent[pick(`at${change}`, bent.length)] = pick(`byte${change}`, 256);
    return { bytes: bent, isKeyed };
  };
};

/** @returns the answers that came, each by its status */
const sent = (
  port: number,
  bytes: Uint8Array,
  ends: 'waits' | 'ends' | 'resets',
  patienceMs: number,
): Promise<string[]> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status = '']) => status));
    });
    socket.write(bytes, () => {
      if (ends === 'ends') socket.end();
      if (ends === 'resets') socket.resetAndDestroy();
    });
  });
