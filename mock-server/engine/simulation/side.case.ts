/** One account with all that is known of it: as the engine has it, folded from the log, and in the second books. */
import { type Account, emptyAccount } from '../../domain/account.ts';
import type { AccountEvent } from '../../domain/events.ts';
import { evolve } from '../../domain/evolve.ts';
import { hasEnded } from '../../domain/job.ts';
import type { EventStore, Stored } from '../../store/store.ts';
import type { EngineEvent } from '../streams.ts';
import { auditLedger, auditState } from './audit.case.ts';
import { type Books, type Told, untold } from './books.case.ts';
import { hold, same } from './hold.case.ts';
import type { Agreed } from './program.case.ts';
import { drainAgenda, glanceOf, snapshotOf, subjectOf } from './snapshot.case.ts';

/** Done to an account after each event: a canary changes here what `evolve` has made of it. */
export type AfterEvolve = (account: Account, event: AccountEvent) => void;

export type Side = {
  readonly id: string;
  readonly live: Account;
  readonly folded: Account;
  readonly books: Books;
  readonly agreed: Agreed;
  /** The account's events, one line each. */
  readonly log: string[];
  /** The same events as the engine tells of them. */
  readonly heard: string[];
  /** The jobs that have ended, as they were then. */
  readonly results: Map<string, string>;
  readonly afterEvolve: AfterEvolve;
  /** What the account was after so many events. */
  readonly states: Map<number, string>;
  seen: Seen;
};

/** How an account looked when it was looked at last: all of it, or at a glance. */
export type Seen = { readonly thoroughly: boolean; readonly text: string };

export const lookAt = (account: Account, thoroughly: boolean): Seen => ({
  thoroughly,
  text: thoroughly ? snapshotOf(account) : glanceOf(account),
});

/**
 * Reads what is new in the log of an account, event by event, and compares the three views of it.
 * @param told what was asked for; undefined where things may only have happened by themselves.
 * @param thoroughly whether the whole account is compared, or a glance at it and what its events are about.
 * @returns the events that it read
 */
export const collect = async (
  side: Side,
  store: EventStore<EngineEvent>,
  told: Told | undefined,
  thoroughly = true,
): Promise<AccountEvent[]> => {
  const { id, live, folded, books, log, states } = side;
  const first = log.length;
  const events: AccountEvent[] = [];
  for await (const stored of store.read(`account:${id}`, first + 1)) {
    const { event } = stored as Stored<AccountEvent>;
    hold(told !== undefined || comesByItself(event), 'due', () => `nobody asked for ${JSON.stringify(event)}`);
    books.read(stored as Stored<AccountEvent>, told ?? untold);
    const before = { ...folded.ledger };
    evolve(folded, event);
    side.afterEvolve(folded, event);
    if (event.type === 'session.created') same(folded.ledger, before, 'S1', 'the ledger at a creation');
    watchResults(side, event);
    auditLedger(folded, books);
    log.push(JSON.stringify(event));
    events.push(event);
  }
  const { text } = (side.seen = lookAt(live, thoroughly));
  if (log.length === first) {
    if (thoroughly) same(text, states.get(first) ?? text, 'L11', `account ${id} without an event`);
    return events;
  }
  same(lookAt(folded, thoroughly).text, text, 'L11', `the fold of ${log.length} events of ${id}`);
  if (!thoroughly) {
    for (const event of events)
      same(subjectOf(live, event), subjectOf(folded, event), 'L11', `what ${event.type} is about`);
    return events;
  }
  auditState(live, books);
  states.set(log.length, text);
  return events;
};

/** What happens in an account without a command from outside; a receiver's answer is no command of the account's. */
const comesByItself = (event: AccountEvent): boolean => {
  switch (event.type) {
    case 'session.ended':
      return event.by === 'hard-stop' || event.by === 'funds';
    case 'job.started':
    case 'job.succeeded':
    case 'job.failed':
    case 'session.expired':
    case 'session.settled':
    case 'delivery.started':
    case 'delivery.finished':
      return true;
    default:
      return false;
  }
};

/** Whatever becomes of its deliveries, a job stays as it ended. */
const watchResults = ({ folded, results }: Side, event: AccountEvent): void => {
  const jobId =
    'deliveryId' in event ? folded.deliveries.get(event.deliveryId)?.jobId : 'jobId' in event ? event.jobId : undefined;
  const job = jobId === undefined ? undefined : folded.jobs.get(jobId);
  if (job === undefined || !hasEnded(job)) return;
  const now = JSON.stringify(job);
  same(now, results.get(job.id) ?? now, 'D9', `${job.id} after its end`);
  results.set(job.id, now);
};

/**
 * The log is as it was when it was read; folded anew, as text and twice, it gives the states that were seen.
 * @param pick which of the states on the way is compared; the last one always is.
 */
export const replay = async (
  { id, live, log, heard, states, afterEvolve }: Side,
  store: EventStore<EngineEvent>,
  pick: number,
): Promise<void> => {
  const kept: string[] = [];
  for await (const { event } of store.read(`account:${id}`)) kept.push(JSON.stringify(event));
  same(kept, log, 'L3', `the log of ${id}`);
  same(heard, log, 'L3', `the events of ${id} that listeners were told of`);
  const versions = [...states.keys()];
  const prefix = versions[pick % versions.length];
  const [one, two] = [emptyAccount(id), emptyAccount(id)];
  for (const [index, line] of log.entries()) {
    for (const account of [one, two]) {
      const event = JSON.parse(line) as AccountEvent;
      evolve(account, event);
      afterEvolve(account, event);
    }
    if (index + 1 !== prefix) continue;
    same(snapshotOf(one), states.get(prefix), 'L11', `${prefix} of ${log.length} events of ${id}`);
  }
  same(snapshotOf(one), snapshotOf(live), 'L11', `the fold of all events of ${id}`);
  same(snapshotOf(two), snapshotOf(one), 'L11', `the second fold of ${id}`);
  same(drainAgenda(one), drainAgenda(two), 'L11', `the agenda of ${id}`);
};
