/** What an explanation is made from: an account with all that ever happened in it, and what the journal still has. */
import type { JournalEntry, RequestEntry } from '../../../spec/schemas/journal.ts';
import type { Account } from '../account.ts';
import type { AccountEvent } from '../events.ts';
import type { Settings, WorldEvent } from '../world.ts';

/** An event with its place among those of all streams. */
export type Past<E> = { readonly position: number; readonly event: E };

export type Subject = {
  readonly account: Account;
  /** All events of the account, in order. */
  readonly past: readonly Past<AccountEvent>[];
  /** Changes of rules and capacity, and moves of the clock, in order. */
  readonly world: readonly Past<WorldEvent>[];
  /** What the journal has of this account, without secrets. */
  readonly entries: readonly JournalEntry[];
  readonly settings: Settings;
  readonly seed: number;
  /** An address that webhooks go to, as it may be shown. */
  readonly shownAddress: (url: string) => string;
};

export const requestsOf = ({ entries }: Subject): RequestEntry[] => entries.filter((entry) => entry.kind === 'request');

/** What a request was answered with, as text; empty where nothing is kept. */
export const answerOf = ({ response }: RequestEntry): string => response?.body.text ?? '';

/** A header of a request, whatever its letters. */
export const headerOf = ({ request: { headers } }: RequestEntry, wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value;

export const iso = (time: number): string => new Date(time).toISOString();
