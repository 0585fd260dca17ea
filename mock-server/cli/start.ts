/** `understudy start`: serves until it is told to stop. */
import { writeFile } from 'node:fs/promises';
import { type Mock, createMock } from '../compose.ts';
import type { ClockMode } from '../engine/clock.ts';
import { isLoopback } from '../options.ts';
import { readyBox, readyLine } from './ready.ts';

export type StartFlags = {
  readonly port?: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  readonly publicUrl?: string;
  readonly seed: number;
  readonly clock: ClockMode;
  readonly start?: string;
  readonly rateLimit: number | 'off';
  readonly jobTime?: number;
  readonly concurrency: number;
  readonly queue: number;
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  readonly balance: number;
  readonly logFormat?: 'pretty' | 'json';
  readonly quiet?: true;
  readonly readyFile?: string;
};

const defaultPort = 4870;

/** How long running requests have after the first signal; a second one ends at once. */
const graceMs = 5_000;

export const start = async (flags: StartFlags): Promise<void> => {
  const { allowedHost: allowedHosts, logFormat, quiet, readyFile, ...options } = flags;
  const port = flags.port ?? portOf(process.env['PORT']) ?? defaultPort;
  const mock = await createMock({ ...options, ...(allowedHosts && { allowedHosts }), port }).catch((error: unknown) => {
    throw new Error(explain(error, flags.host, port), { cause: error });
  });
  stopOnSignals(mock);
  if (!isLoopback(flags.host)) {
    console.error(`understudy: warning: ${flags.host} lets other machines in; keys and secrets were drawn at random`);
  }
  if (quiet !== true) {
    const format = logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json');
    process.stdout.write(format === 'json' ? `${readyLine(mock)}\n` : readyBox(mock, flags));
  }
  if (readyFile !== undefined) await writeFile(readyFile, `${readyLine(mock)}\n`, { mode: 0o600 });
};

const portOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;

const stopOnSignals = (mock: Mock): void => {
  let stopping = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(code);
      stopping = true;
      void mock.close({ graceMs }).finally(() => process.exit(0));
    });
  }
};

const explain = (error: unknown, host: string, port: number): string => {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use: choose another with --port, or --port 0 for a free one`;
    case 'EACCES':
      return `port ${port} on ${host} needs more rights: choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: choose another with --host`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
};
