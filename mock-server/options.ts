/** What a mock can be told when it is made. All defaults stand here, visible. */
import type { GapChoices } from '../spec/gaps.ts';
import { limits } from '../spec/limits.ts';
import type { ClockMode } from './engine/clock.ts';

export type MockOptions = {
  /** Port to listen on; 0 picks a free one, and `false` listens on none: then only `fetch` reaches the mock. */
  readonly port?: number | false;
  /** Address to listen on. Anything but loopback lets others in. */
  readonly host?: string;
  /** Ids, timings, outcomes and media are a function of it. */
  readonly seed?: number;
  readonly clock?: ClockMode;
  /** The mock's time at the start, ISO 8601. By default 2026-01-01T00:00:00Z on a manual clock, else now. */
  readonly start?: string;
  /** Requests a minute for each key. */
  readonly rateLimit?: number | 'off';
  /** Seconds that every render takes, instead of a drawn time. */
  readonly jobTime?: number;
  /** Renders at once, and waiting line, of each account. */
  readonly concurrency?: number;
  readonly queue?: number;
  /** Names, beside loopback's, that the mock answers to. */
  readonly allowedHosts?: readonly string[];
  /** Base of the addresses that the mock gives out, when clients reach it under another one. */
  readonly publicUrl?: string;
  /** Key and webhook secret of the default account, instead of the seed's. */
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  /** Lawful behaviour for gaps of the document; each gap's default where it says nothing. */
  readonly choices?: Partial<GapChoices>;
  /** Opening balance of the default account, in USD. */
  readonly balance?: number;
  /** Told of failures of the mock itself; by default they are written to standard error. */
  readonly onFailure?: (error: unknown) => void;
};

export const defaults = {
  port: 0,
  host: '127.0.0.1',
  seed: 1,
  clock: 'real',
  rateLimit: limits.requestsPerMinute,
  concurrency: 8,
  queue: 1_000,
  balance: 100,
} as const satisfies MockOptions;

/** The options with every default in its place. */
export type Told = MockOptions & Required<Pick<MockOptions, keyof typeof defaults>>;

export const withDefaults = (options: MockOptions): Told => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
});

/** Loopback addresses need no secrets that cannot be guessed: whoever reaches them is on this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
