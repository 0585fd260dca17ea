/** `understudy start`: serves until it is told to stop. */
import { rename, stat, writeFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { type Mock, createMock } from '../compose.ts';
import type { ClockMode } from '../engine/clock.ts';
import { isLoopback, ranges } from '../options.ts';
import { readNumber } from './flags.ts';
import { readyBox, readyLine } from './ready.ts';
import { WrongUsage } from './wrong-usage.ts';

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

export const defaultPort = 4870;

/** How long running requests have after the first signal; a second one ends at once. */
const graceMs = 5_000;

export const start = async (flags: StartFlags): Promise<void> => {
  const { allowedHost: allowedHosts, logFormat, quiet, readyFile, ...options } = flags;
  const port = flags.port ?? portOf(process.env['PORT']) ?? defaultPort;
  const mock = await createMock({ ...options, ...(allowedHosts && { allowedHosts }), port }).catch((error: unknown) => {
    throw explained(error, flags.host, port);
  });
  stopOnSignals(mock);
  if (!isLoopback(flags.host)) {
    console.error(
      `understudy: warning: ${flags.host} lets other machines in; keys and secrets that were not given are random`,
    );
  }
  if (readyFile !== undefined) {
    try {
      await writeReadyFile(readyFile, `${readyLine(mock)}\n`);
    } catch (error) {
      await mock.close({ graceMs: 0 });
      const { code } = error as NodeJS.ErrnoException;
      throw new WrongUsage(`the ready file ${readyFile} cannot be written (${code ?? String(error)})`, {
        cause: error,
      });
    }
  }
  if (quiet !== true) {
    const format = logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json');
    process.stdout.write(format === 'json' ? `${readyLine(mock)}\n` : readyBox(mock, flags));
  }
};

/** Hosts of programs set it: a wrong value is not passed over, or the mock would serve where nobody looks for it. */
const portOf = (text: string | undefined): number | undefined => {
  if (text === undefined || text === '') return undefined;
  try {
    return readNumber(ranges.port)(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new WrongUsage(`the environment's PORT is ${text}. ${error.message}`, { cause: error });
  }
};

/** Whole from the moment it is there, and for its owner only, also where an older file of that name was not. */
const writeReadyFile = async (file: string, text: string): Promise<void> => {
  const before = await stat(file).catch(() => undefined);
  // A pipe or a device is written to; it must not be replaced.
  if (before !== undefined && !before.isFile()) return writeFile(file, text);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
};

const stopOnSignals = (mock: Mock): void => {
  let stopping = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(code);
      stopping = true;
      void mock.close({ graceMs }).finally(() => process.exit(0));
    });
  }
};

const explained = (error: unknown, host: string, port: number): unknown => {
  const told = explanations[(error as NodeJS.ErrnoException).code ?? '']?.(host, port);
  return told === undefined ? error : new WrongUsage(told, { cause: error });
};

const noAddress = (host: string): string => `${host} is no address of this machine: choose another with --host`;

const explanations: { readonly [code: string]: (host: string, port: number) => string } = {
  EADDRINUSE: (host, port) =>
    `port ${port} on ${host} is in use: choose another with --port, or --port 0 for a free one`,
  EACCES: (host, port) => `port ${port} on ${host} needs more rights: choose one above 1023 with --port`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};
