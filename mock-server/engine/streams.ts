/** The streams of the store: one for each account, and one for what all accounts share. */
import type { AccountEvent } from '../domain/events.ts';
import type { Past } from '../domain/explain/subject.ts';
import type { WorldEvent } from '../domain/world.ts';
import type { EventStore } from '../store/store.ts';

export type EngineEvent = AccountEvent | WorldEvent;

export const worldStream = 'world';

const accountPrefix = 'account:';

export const streamOf = (accountId: string): string => accountPrefix + accountId;

/** The account whose stream it is; undefined for the one of what all share. Throws for a name that is none of ours. */
export const accountIdOfStream = (stream: string): string | undefined => {
  if (stream === worldStream) return undefined;
  if (/^account:a\d{1,14}$/.test(stream)) return stream.slice(accountPrefix.length);
  throw new Error(`there is no stream ${stream}`);
};

/** All that has happened in an account, in order, with its place among the events of all streams. */
export async function* historyOf(store: EventStore<EngineEvent>, accountId: string): AsyncIterable<Past<AccountEvent>> {
  for await (const { position, event } of store.read(streamOf(accountId))) {
    yield { position, event: event as AccountEvent };
  }
}

/** The same of what all accounts share. */
export async function* historyOfWorld(store: EventStore<EngineEvent>): AsyncIterable<Past<WorldEvent>> {
  for await (const { position, event } of store.read(worldStream)) yield { position, event: event as WorldEvent };
}
