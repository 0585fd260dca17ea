/** `understudy start`: serves until it is told to stop. */
import { lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { GapChoices } from '../../spec/gaps.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { type Mock, createMock } from '../compose.ts';
import type { ClockMode } from '../engine/clock.ts';
import { isLoopback, ranges } from '../options.ts';
import { DataFolderError } from '../store/data-folder-error.ts';
import { WrongDatabase } from '../store/postgres/errors.ts';
import type { Story } from '../story.ts';
import { addressFault } from './address-fault.ts';
import { tellAsItHappens } from './as-it-happens.ts';
import { promisesOf } from './exec-story.ts';
import { readNumber } from './flags.ts';
import { readyBox, readyLine } from './ready.ts';
import { onStopSignal } from './stop-signals.ts';
import { readVariantsFile } from './variants-file.ts';
import { WrongUsage } from './wrong-usage.ts';

export type StartFlags = {
  readonly port?: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  readonly publicUrl?: string;
  readonly tls?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly seed?: number;
  readonly clock: ClockMode;
  readonly start?: string;
  readonly rateLimit: number | 'off';
  readonly jobTime?: number;
  readonly concurrency: number;
  readonly queue: number;
  readonly variant?: Partial<GapChoices>;
  readonly variants?: 'shuffle';
  readonly variantsFrom?: string;
  readonly scenario?: string | Story;
  readonly moveJobRoute?: boolean;
  readonly callbackAllow?: readonly string[];
  readonly signatureTime: 'wall' | 'clock';
  readonly signatureHeader: string;
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  readonly balance: number;
  readonly logFormat?: 'pretty' | 'json';
  readonly quiet?: boolean;
  /** A line for everything that happens. */
  readonly verbose?: boolean;
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly readyFile?: string;
  readonly config?: string;
  /** From the file only. */
  readonly faults?: readonly FaultRuleBody[];
};

export const defaultPort = 4870;

/** How long running requests have after the first signal, in milliseconds; a second one ends at once. */
export const graceMs = 5_000;

export const start = async (flags: StartFlags): Promise<void> => {
  const { quiet, readyFile } = flags;
  const format = flags.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json');
  const mock = await openMock(flags, flags.port ?? portOf(process.env['PORT']) ?? defaultPort);
  const ready = `${readyLine(mock)}\n`;
  let tellRest = (): void => undefined;
  let written: Promise<void> | undefined;
  const unannounce = async (): Promise<void> => {
    if (readyFile !== undefined) await removeReadyFile(readyFile, ready, written);
  };
  const closeAndTell = async (): Promise<void> => {
    await mock.close({ graceMs });
    tellRest();
    if (quiet !== true) for (const line of (await promisesOf(mock, flags.scenario)).violated) console.error(line);
  };
  onStopSignal(() => {
    void Promise.allSettled([unannounce(), closeAndTell()]).finally(() => process.exit(0));
  });
  warnOfStrangers(flags);
  if (readyFile !== undefined) {
    try {
      written = writeReadyFile(readyFile, ready);
      await written;
    } catch (error) {
      await mock.close({ graceMs: 0 });
      throw unwritable(readyFile, error);
    }
  }
  if (quiet !== true) {
    process.stdout.write(format === 'json' ? ready : readyBox(mock, flags));
  }
  if (flags.verbose === true) tellRest = tellAsItHappens(mock, format);
};

export const warnOfStrangers = ({ host }: Pick<StartFlags, 'host'>): void => {
  if (isLoopback(host)) return;
  console.error(
    `understudy: warning: ${host} lets other machines in, by the names given with --allowed-host; ` +
      '--public-url sets the address that it gives out; keys and secrets that were not given are random',
  );
};

/** The mock that the flags ask for. Throws `WrongUsage` for an address that it cannot listen on, and for a data folder that it cannot use. */
export const openMock = async (flags: StartFlags, port: number): Promise<Mock> => {
  const { allowedHost: allowedHosts, variant, variantsFrom, tlsCert, tlsKey, ...options } = flags;
  return createMock({
    ...options,
    ...(allowedHosts && { allowedHosts }),
    choices: { ...(variantsFrom !== undefined && (await readVariantsFile(variantsFrom))), ...variant },
    tls: (await ownPair(tlsCert, tlsKey)) ?? flags.tls ?? false,
    port,
  }).catch((error: unknown) => {
    if (error instanceof DataFolderError || error instanceof WrongDatabase) {
      throw new WrongUsage(error.message, { cause: error });
    }
    throw addressFault(error, { host: flags.host, port });
  });
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

/** The user's certificate and key, if there are any. */
const ownPair = async (certFile?: string, keyFile?: string): Promise<{ cert: string; key: string } | undefined> => {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new WrongUsage('--tls-cert and --tls-key go together: one of them is missing');
  }
  const read = (file: string): Promise<string> =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new WrongUsage(`the file ${file} cannot be read (${error.code ?? String(error)})`, { cause: error });
    });
  const pair = { cert: await read(certFile), key: await read(keyFile) };
  const { checkPair } = await import('../http/tls.ts');
  try {
    checkPair(pair);
  } catch (error) {
    throw new WrongUsage(`${certFile} and ${keyFile}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return pair;
};

export const unwritable = (readyFile: string, error: unknown): WrongUsage => {
  const { code } = error as NodeJS.ErrnoException;
  return new WrongUsage(`the ready file ${readyFile} cannot be written (${code ?? String(error)})`, { cause: error });
};

/** Whole from the moment it is there, and for its owner only, also where an older file of that name was not. */
export const writeReadyFile = async (file: string, text: string): Promise<void> => {
  const before = await stat(file).catch(() => undefined);
  // A pipe or a device is written to; it must not be replaced.
  if (before !== undefined && !before.isFile()) return writeFile(file, text);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
};

/** So that nobody takes the mock for one that serves; but not where another one has written since. */
export const removeReadyFile = async (
  file: string,
  text: string,
  written: Promise<void> | undefined,
): Promise<void> => {
  const found = await lstat(file).catch(() => undefined);
  // A pipe may wait for its reader for ever, and is nothing to remove either.
  if (found !== undefined && !found.isFile()) return;
  await written;
  if ((await readFile(file, 'utf8')) === text) await rm(file);
};
