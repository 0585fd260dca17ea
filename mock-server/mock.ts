/** A running mock, as whoever made it holds it. */
import type { Scorecard } from '../contract-tests/conduct/scorecard.ts';
import type { GapChoices } from '../spec/gaps.ts';
import type { NewAccount } from './control/accounts.ts';
import type { Advance, ClockState } from './control/clock.ts';
import type { Control } from './control/control.ts';

export type Mock = {
  /** `{base_url}` of the service: it ends with `/api/v1`. */
  readonly url: string;
  /** Key and webhook secret of the default account. */
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly seed: number;
  /** The lawful behaviour in force for each gap of the document. */
  readonly choices: GapChoices;
  /** By name: main, which is the default account, and those that the options name. */
  readonly accounts: { readonly [name: string]: NewAccount };
  /** The story that it plays, where it was given one. */
  readonly scenario: { readonly name: string; readonly title: string } | undefined;
  /** What a client has to trust, in PEM, where a certificate was made for https. */
  readonly caPem?: string;
  readonly clock: MockClock;
  readonly control: Control<Scorecard>;
  /** Sends a request into the mock without a network. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Ends running requests within the grace time, and frees port, timers and files. */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>;
};

export type MockClock = {
  readonly now: () => Date;
  /** Runs all that is due until then, in order. Throws if the clock would go back. */
  readonly advance: (to: Advance) => Promise<ClockState>;
};
