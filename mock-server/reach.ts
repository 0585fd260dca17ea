/** Where a mock is reached: the names that it answers to, its certificate, and the base of the addresses that it gives out. */
import { Clock } from './engine/clock.ts';
import { systemLetters } from './engine/random.ts';
import type { Pair, Tls } from './http/tls.ts';
import type { Told } from './options.ts';

/** Under which clients may reach the mock, beside loopback's names. */
export const namesOf = ({ host, allowedHosts = [], publicUrl }: Told): string[] => [
  ...allowedHosts,
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  host,
];

/** Loaded only where it is asked for: it brings a library of its own. */
export const serverTls = async (wanted: true | Pair, names: readonly string[]): Promise<Tls> => {
  const { openTls } = await import('./http/tls.ts');
  return openTls(wanted, names, { now: new Clock('real').now(), serial: systemLetters().slice(0, 16) });
};

/** @param port that it listens on; undefined where it listens on none */
export const originOf = ({ publicUrl, host, tls }: Told, port?: number): string => {
  if (publicUrl !== undefined) return publicUrl;
  if (port === undefined) return 'http://understudy.localhost';
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
