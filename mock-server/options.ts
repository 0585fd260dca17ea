/** What a mock can be told when it is made. All defaults stand here, visible. */
import type { GapChoices } from '../spec/gaps.ts';
import { limits } from '../spec/limits.ts';
import type { FaultRuleBody } from '../spec/schemas/faults.ts';
import { signature } from '../spec/webhooks.ts';
import type { CapacityChange } from './control/capacity.ts';
import type { UsdRates } from './control/rates.ts';
import { type ClockMode, parseClockMode } from './engine/clock.ts';
import type { Story } from './story.ts';

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
  /** Draws a lawful behaviour from the seed for each gap that `choices` says nothing of. */
  readonly variants?: 'shuffle';
  /** Another path for jobs: `status_url` leads to it, `GET /jobs/{id}` does not. Finds a client that builds the path itself. */
  readonly moveJobRoute?: boolean;
  /** What `t` of a webhook's signature is: real time, so that a receiver's check of its age passes whatever the mock's clock does, or that clock's. */
  readonly signatureTime?: 'wall' | 'clock';
  /** Name of the header that the signature stands in: the service's own is named after its brand. */
  readonly signatureHeader?: string;
  /** Where webhooks may go beyond loopback: host names, addresses, or ranges such as `10.0.0.0/8`. */
  readonly callbackAllow?: readonly string[];
  /** How long an attempt to deliver a webhook may still run before a move of the clock passes it, in real milliseconds. */
  readonly settleMs?: number;
  /** https and wss: with a certificate that is made at the start, or with one of the user's own, both in PEM. */
  readonly tls?: boolean | { readonly cert: string; readonly key: string };
  /** Fault rules that are in force from the start, as the control API takes them. */
  readonly faults?: readonly FaultRuleBody[];
  /** Opening balance of the default account, in USD. */
  readonly balance?: number;
  /** Rates of the default account's own, in USD. */
  readonly rates?: UsdRates;
  /** Further accounts by name, in the order in which they are made: opening balance and rates in USD, requests a minute for each key. */
  readonly accounts?: { readonly [name: string]: AccountOptions };
  /** What is available at the start: what is left out is. A voice engine that is warming is ready after a minute. */
  readonly capacity?: CapacityChange;
  /** A story to play: the name of one that comes with the package, or a file with a path or an ending. Options go before what it gives. */
  readonly scenario?: string | Story;
  /** A folder in which the world is kept: it survives a restart, and a kill. By default it lives and dies with the process. */
  readonly data?: string;
  /** A PostgreSQL over which any number of processes serve the same world, with `data` as the folder of files that they share. */
  readonly databaseUrl?: string;
  /** Told of failures of the mock itself; by default they are written to standard error. */
  readonly onFailure?: (error: unknown) => void;
};

export type AccountOptions = Pick<MockOptions, 'balance' | 'rates' | 'rateLimit'>;

export const defaults = {
  port: 0,
  host: '127.0.0.1',
  seed: 1,
  clock: 'real',
  rateLimit: limits.requestsPerMinute,
  concurrency: 8,
  queue: 1_000,
  balance: 100,
  signatureTime: 'wall',
  settleMs: 250,
  signatureHeader: signature.header,
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
  if (!isSignatureHeader(told.signatureHeader)) {
    throw new TypeError(`signatureHeader must be a header's name that nothing else has, got ${told.signatureHeader}`);
  }
  if (told.publicUrl?.includes('@') === true) {
    throw new TypeError('publicUrl must be without user name and password');
  }
  for (const name of ['apiKey', 'webhookSecret', 'host', 'data', 'databaseUrl'] as const) {
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
  settleMs: { min: 0, max: 10_000, whole: true },
} as const;

/** Loopback addresses need no secrets that cannot be guessed: whoever reaches them is on this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** A header's name as HTTP has it, and none that a delivery needs for something else. */
export const isSignatureHeader = (name: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !takenHeaders.has(name.toLowerCase());

const takenHeaders = new Set(
  'connection content-encoding content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
