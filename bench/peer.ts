/** A server in a process of its own. When it serves it prints one line of JSON; then it is measured, and ended by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type Peer = {
  readonly port: number;
  readonly apiKey: string;
  /** The line that it printed. */
  readonly told: { readonly [name: string]: unknown };
  /** Resident memory in MiB: now, and the most that it has ever been. */
  readonly memory: () => { readonly now: number; readonly peak: number };
  readonly signal: (signal: NodeJS.Signals) => void;
  /** At once; or as it stops by itself, where it is asked to. */
  readonly stop: (how?: 'SIGKILL' | 'SIGTERM') => Promise<void>;
};

export const startPeer = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Peer> => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line') as Promise<[string]>, ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`${args.join(' ')} ended before it served`);
  const told = JSON.parse(line[0]) as { [name: string]: unknown };
  return {
    port: typeof told['port'] === 'number' ? told['port'] : Number(new URL(String(told['base_url'])).port),
    apiKey: String(told['api_key']),
    told,
    memory: () => memoryOf(child.pid ?? 0),
    signal: (signal) => void child.kill(signal),
    stop: async (how = 'SIGKILL') => {
      child.kill(how);
      await ended;
    },
  };
};

/** The mock as it is installed, from dist/. */
export const startMock = (...flags: string[]): Promise<Peer> => startPeer(mockWith(...flags));

/** How it is started. */
export const mockWith = (...flags: string[]): string[] => [
  'dist/cli.js',
  '--port',
  '0',
  '--log-format',
  'json',
  '--rate-limit',
  'off',
  ...flags,
];

export const floorProgram = 'bench/peers/node-http.mjs';

export const startFloor = (): Promise<Peer> => startPeer([floorProgram]);

/** A peer that writes CPU profiles to a file: see `peers/profiler.mjs`. */
export const startProfiled = (file: string, ...args: string[]): Promise<Peer> =>
  startPeer(['--import', './bench/peers/profiler.mjs', ...args], { BENCH_PROFILE: file });

/** Whatever ends us ends them. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** In MiB, as the system counts, not as the process believes. */
export const memoryOf = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
};
