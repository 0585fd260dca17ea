/** The end of a program: its jobs are followed to theirs, webhooks are waited for, and the books of each account are looked at, twice. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { firstAttemptSeconds, dataOf, seen } from '../probes/webhooks.ts';
import { isTerminal, memberOf } from '../reading/members.ts';
import type { Delivery, Mailbox } from '../receiver.ts';
import type { AccountLog, DeliveryLog, JobLog, Log, Notes, Opening } from './log.ts';
import { followToEnd, lookAt } from './look.ts';

/** One of the accounts of a program, while it is performed. */
export type Holder = Opening & {
  /** With the key that it keeps. */
  readonly first: Account;
  /** With the key that is used now. */
  used: Account;
  toppedUpMicros: number;
};

/** As much as is listed at once. */
export const wholeLog = { limit: '500' };

/** @param boxes to which the webhooks of its jobs come */
export const close = async (
  actor: Actor,
  holders: readonly Holder[],
  boxes: readonly Mailbox[],
  notes: Notes,
): Promise<Log> => {
  const isOurs = actor.target.control !== undefined;
  const isOpen = !(await followAll(actor, holders, notes.jobs));
  // Sessions are settled, and whatever was promised for a little later is done.
  await actor.run.pass(isOurs || notes.streams.length > 0 ? 15 : 5);
  await waitForWebhooks(actor, boxes, notes.jobs);
  const closed = [];
  for (const holder of holders) closed.push({ holder, ...(await booksNow(actor, holder.first)) });
  await actor.run.pass(isOurs ? 1_000 : 5);
  for (const job of notes.jobs) job.late = await lookAt(actor, holderOf(holders, job), job);
  const accounts: AccountLog[] = [];
  for (const { holder, ...books } of closed) {
    const { before, recordsBefore, toppedUpMicros } = holder;
    accounts.push({ before, recordsBefore, toppedUpMicros, ...books, late: await actor.balance(holder.first) });
  }
  return {
    ...notes,
    accounts,
    deliveries: await deliveriesTo(actor, boxes, notes.jobs),
    isOpen,
    exchanges: actor.exchanges.filter(({ operation }) => operation !== 'uploadFile'),
  };
};

const holderOf = (holders: readonly Holder[], { who }: JobLog): Holder => {
  const holder = holders[who] ?? holders[0];
  if (holder === undefined) throw new Error('a job has an account');
  return holder;
};

/** Whether all of them ended. */
const followAll = async (actor: Actor, holders: readonly Holder[], jobs: readonly JobLog[]): Promise<boolean> => {
  let haveEnded = true;
  for (const job of jobs) haveEnded = (await followToEnd(actor, holderOf(holders, job), job)) && haveEnded;
  return haveEnded;
};

const booksNow = async (actor: Actor, account: Account): Promise<Pick<AccountLog, 'after' | 'usage' | 'summary'>> => ({
  after: await actor.balance(account),
  usage: await actor.usage(account, wholeLog),
  summary: await actor.call(account, 'getUsageSummary'),
});

/** How soon one comes is open (gap `first-attempt`). */
const waitForWebhooks = async (actor: Actor, boxes: readonly Mailbox[], jobs: readonly JobLog[]): Promise<void> => {
  const isDue = ({ url }: Mailbox): boolean =>
    jobs.some(({ callbackUrl, looks }) => {
      const end = looks.at(-1);
      return callbackUrl === url && end !== undefined && isTerminal(end);
    });
  const due = boxes.filter(isDue);
  if (due.length === 0) return;
  await actor.until(() => due.every(({ deliveries }) => deliveries.length > 0), firstAttemptSeconds);
};

/** Those that came to the program's addresses, and what came to none and is of one of its jobs. */
const deliveriesTo = async (
  actor: Actor,
  boxes: readonly Mailbox[],
  jobs: readonly JobLog[],
): Promise<readonly DeliveryLog[]> => {
  const [first] = boxes;
  if (first === undefined) return [];
  const ids = new Set<unknown>(jobs.map(({ id }) => id));
  const strays = (await actor.run.receiver()).strays.filter((stray) => ids.has(memberOf(dataOf(stray), 'id')));
  const told = (box: Mailbox, delivery: Delivery, callbackUrl: string | undefined): DeliveryLog => ({
    callbackUrl,
    json: delivery.json,
    exchange: seen(box, delivery),
  });
  return [
    ...boxes.flatMap((box) => box.deliveries.map((delivery) => told(box, delivery, box.url))),
    ...strays.map((stray) => told(first, stray, undefined)),
  ];
};
