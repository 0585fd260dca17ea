/** Beside mocks that people would otherwise take, where they are installed: they answer from spec/openapi.json and keep nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { type Load, get, load, post } from './load.ts';
import { alternate, ofRounds } from './median.ts';
import { memoryOf, root, startMock } from './peer.ts';
import { avatarBody, bearer, keys, rich, sendJob, uploadPortrait } from './requests.ts';

const rounds = 5;
const starts = 5;
const seconds = 1.5;
const connections = 32;
const restMs = 1_500;

/** Where their programs are, if not on the PATH. */
export type Programs = { readonly prism?: string; readonly mockoon?: string };

type Other = {
  readonly name: string;
  readonly command: string;
  readonly args: (port: number) => string[];
  /** Before the paths of the operations. */
  readonly prefix: string;
  /** How many times as many reads as it we are to answer. */
  readonly reads?: number;
};

export const others = async ({ prism = 'prism', mockoon = 'mockoon-cli' }: Programs): Promise<Figure[]> => {
  const known: Other[] = [
    {
      name: 'Prism',
      command: prism,
      args: (port) => ['mock', '-p', `${port}`, '-h', '127.0.0.1', '-v', 'error', 'spec/openapi.json'],
      prefix: '',
      reads: 5,
    },
    {
      name: 'Mockoon',
      command: mockoon,
      args: (port) => ['start', '-d', 'spec/openapi.json', '-p', `${port}`, '-l', '127.0.0.1', '--disable-log-to-file'],
      prefix: '/api/v1',
    },
  ];
  const figures: Figure[] = [];
  for (const other of known) {
    const flag = `--${other.name.toLowerCase()} PATH`;
    if (isThere(other.command)) figures.push(...(await beside(other)));
    else process.stderr.write(`\nothers: without ${other.name}: there is no ${other.command}; pass ${flag}\n`);
  }
  return figures;
};

/** A wrapped program must hand its process over (`exec`), so that it ends when it is told to. */
const isThere = (command: string): boolean => {
  const places = command.includes('/')
    ? [command]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, command));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
};

const beside = async (other: Other): Promise<Figure[]> => {
  const peer = other.name;
  const times = await alternate(starts, { ours: startOurs, theirs: () => startTheirs(other) });
  const theirs = await start(other);
  const mock = await startMock(...rich);
  await wait(restMs);
  const memory = { ours: mock.memory().now, beside: theirs.memory() };
  const body = avatarBody(await uploadPortrait(mock));
  const jobId = await sendJob(mock, body);
  const nextKey = keys('others');
  const read = (prefix: string) => get(`${prefix}/jobs/${jobId}`, bearer(mock));
  const submit = (prefix: string) => post(`${prefix}/avatar`, { ...bearer(mock), 'idempotency-key': nextKey() }, body);
  const race = (next: (prefix: string) => string, status: number) => {
    const run = (plan: Pick<Load, 'port' | 'status'>, prefix: string) =>
      load({ ...plan, next: () => next(prefix), connections, seconds }).then(({ perSecond }) => perSecond);
    return alternate(rounds, {
      ours: () => run({ port: mock.port, status }, '/api/v1'),
      // Which of the documented successes it answers with is its own choice.
      theirs: () => run({ port: theirs.port, status: 200 }, other.prefix),
    });
  };
  const reads = await race(read, 200);
  const submits = await race(submit, 202);
  await Promise.all([mock.stop(), theirs.stop()]);
  return [
    { what: 'start to first 200', unit: 'ms', peer, ...ofRounds(times.ours, times.theirs) },
    { what: 'memory at rest', unit: 'MiB', peer, ...memory },
    {
      what: 'GET /jobs/{id}',
      unit: 'requests/s',
      peer,
      ...ofRounds(reads.ours, reads.theirs),
      ...(other.reads !== undefined && { goal: { of: 'ratio', atLeast: other.reads } }),
    },
    { what: 'POST /avatar', unit: 'requests/s', peer, ...ofRounds(submits.ours, submits.theirs) },
  ];
};

const startOurs = async (): Promise<number> => {
  const from = performance.now();
  const mock = await startMock();
  const next = (): string => get('/api/v1/balance', bearer(mock));
  await load({ port: mock.port, next, status: 200, connections: 1, requests: 1 });
  const ms = performance.now() - from;
  await mock.stop();
  return ms;
};

const startTheirs = async (other: Other): Promise<number> => {
  const { ms, stop } = await start(other);
  await stop();
  return ms;
};

type Started = {
  readonly port: number;
  /** From `spawn` to its first 200. */
  readonly ms: number;
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
};

const start = async ({ command, args, prefix }: Other): Promise<Started> => {
  const port = await freePort();
  const from = performance.now();
  const child = spawn(command, args(port), { cwd: root, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}${prefix}/balance`;
  const headers = { authorization: 'Bearer test_a1_bcdefghijkmnpqrstuvwxyz23456789' };
  while (
    !(await fetch(url, { headers }).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null)
      throw new Error(`${command} ended before it served: try ${[command, ...args(port)].join(' ')}`);
    await wait(2);
  }
  return {
    port,
    ms: performance.now() - from,
    memory: () => memoryOf(child.pid ?? 0).now,
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};
