/** What a mock can be told when it is made. All defaults stand here, visible. */
import type { GapChoices } from '../spec/gaps.ts';
import { limits } from '../spec/limits.ts';
import { type ClockMode, parseClockMode } from './engine/clock.ts';

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

export const withDefaults = (options: MockOptions): Told => {
  const told: Told = {
    ...defaults,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
  for (const [name, { min, max, whole }] of Object.entries(ranges)) {
    const value = told[name as keyof typeof ranges];
    if (typeof value !== 'number') continue;
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
      throw new RangeError(
        `${name} must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}, got ${value}`,
      );
    }
  }
  if (parseClockMode(told.clock) === undefined) {
    throw new TypeError(`clock must be real, manual or a speed such as 60x, got ${told.clock}`);
  }
  for (const name of ['apiKey', 'webhookSecret', 'host'] as const) {
    if (told[name] === '') throw new TypeError(`${name} must not be empty: leave it out for the default`);
  }
  return told;
};

/** What numbers may be, for the flags of the command too. */
export const ranges = {
  port: { min: 0, max: 65_535, whole: true },
  seed: { min: 0, max: 2 ** 32, whole: true },
  rateLimit: { min: 1, max: 1_000_000, whole: true },
  jobTime: { min: 0, max: 86_400, whole: false },
  concurrency: { min: 1, max: 10_000, whole: true },
  queue: { min: 0, max: 10_000_000, whole: true },
  balance: { min: 0, max: 1e9, whole: false },
} as const;

/** Loopback addresses need no secrets that cannot be guessed: whoever reaches them is on this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
