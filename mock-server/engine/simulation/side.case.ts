/** One account with all that is known of it: as the engine has it, folded from the log, and in the second books. */
import { type Account, emptyAccount } from '../../domain/account.ts';
import type { AccountEvent } from '../../domain/events.ts';
import { evolve } from '../../domain/evolve.ts';
import type { EventStore, Stored } from '../../store/store.ts';
import type { EngineEvent } from '../engine.ts';
import { auditLedger, auditState } from './audit.case.ts';
import type { Books, Told } from './books.case.ts';
import { same } from './hold.case.ts';
import type { Agreed } from './program.case.ts';
import { drainAgenda, snapshotOf } from './snapshot.case.ts';

export type Side = {
  readonly id: string;
  readonly live: Account;
  readonly folded: Account;
  readonly books: Books;
  readonly agreed: Agreed;
  /** The account's events, one line each. */
  readonly log: string[];
  /** What the account was after so many events. */
  readonly states: Map<number, string>;
  snapshot: string;
};

/** Reads what is new in the log of an account, event by event, and compares the three views of it. Says how many events it read. */
export const collect = async (side: Side, store: EventStore<EngineEvent>, told: Told): Promise<number> => {
  const { id, live, folded, books, log, states } = side;
  const first = log.length;
  for await (const stored of store.read(`account:${id}`, first + 1)) {
    const { event } = stored as Stored<AccountEvent>;
    books.read(stored as Stored<AccountEvent>, told);
    evolve(folded, event);
    auditLedger(folded, books);
    log.push(JSON.stringify(event));
  }
  side.snapshot = snapshotOf(live);
  if (log.length === first) {
    same(side.snapshot, states.get(first) ?? side.snapshot, 'L11', `account ${id} without an event`);
    return 0;
  }
  same(snapshotOf(folded), side.snapshot, 'L11', `the fold of ${log.length} events of ${id}`);
  auditState(live, books);
  states.set(log.length, side.snapshot);
  return log.length - first;
};

/**
 * The log is as it was when it was read; folded anew, as text and twice, it gives the states that were seen.
 * @param pick which of the states on the way is compared; the last one always is.
 */
export const replay = async (
  { id, live, log, states }: Side,
  store: EventStore<EngineEvent>,
  pick: number,
): Promise<void> => {
  const kept: string[] = [];
  for await (const { event } of store.read(`account:${id}`)) kept.push(JSON.stringify(event));
  same(kept, log, 'L3', `the log of ${id}`);
  const versions = [...states.keys()];
  const prefix = versions[pick % versions.length] ?? 0;
  const [one, two] = [emptyAccount(id), emptyAccount(id)];
  for (const [index, line] of log.entries()) {
    evolve(one, JSON.parse(line) as AccountEvent);
    evolve(two, JSON.parse(line) as AccountEvent);
    if (index + 1 !== prefix) continue;
    same(snapshotOf(one), states.get(prefix), 'L11', `${prefix} of ${log.length} events of ${id}`);
  }
  same(snapshotOf(one), snapshotOf(live), 'L11', `the fold of all events of ${id}`);
  same(snapshotOf(two), snapshotOf(one), 'L11', `the second fold of ${id}`);
  same(drainAgenda(one), drainAgenda(two), 'L11', `the agenda of ${id}`);
};
