/** All that can be seen of an account, as text: two accounts are alike when and only when their texts are. */
import type { Account } from '../../domain/account.ts';
import type { AccountEvent } from '../../domain/events.ts';

export const snapshotOf = (account: Account): string =>
  JSON.stringify({
    ...account,
    keys: [...account.keys],
    uploads: [...account.uploads],
    jobs: [...account.jobs],
    rendering: [...account.rendering],
    waiting: [...account.waiting],
    submits: [...account.submits],
    refusedSubmits: [...account.refusedSubmits],
    sessions: [...account.sessions],
    unheld: [...account.unheld],
    deliveries: [...account.deliveries],
    overtaken: [...account.overtaken],
    usage: [
      account.usage.newest(Number.MAX_SAFE_INTEGER, {}),
      account.usage.totals({}),
      [...account.usage.totalsByFeature({})],
    ],
    agenda: [account.agenda.size, account.agenda.next()],
  });

/** What changes with nearly every event, and costs the same however much an account has come to hold. */
export const glanceOf = (account: Account): string => {
  const { count, chargedMicros } = account.usage.totals({});
  const numbers = numbersOf(account).join(' ');
  return `${numbers} ${count} ${chargedMicros} ${account.agenda.next()?.key} ${account.webhookSecret}`;
};

/** Of that what is a number: it is compared after each of millions of looks. */
export const numbersOf = (account: Account): number[] => {
  const { ledger, agenda } = account;
  return [
    account.version,
    account.ordinal,
    account.credentials,
    account.lastAt,
    ledger.funding,
    ledger.available,
    ledger.held,
    ledger.spent,
    account.usage.length,
    account.keys.size,
    account.uploads.size,
    account.jobs.size,
    account.rendering.size,
    account.waiting.size,
    account.submits.size,
    account.refusedSubmits.size,
    account.sessions.size,
    account.unheld.size,
    account.deliveries.size,
    account.overtaken.size,
    agenda.size,
    agenda.next()?.at ?? Number.POSITIVE_INFINITY,
  ];
};

/** What an event is about, as text. */
export const subjectOf = ({ jobs, sessions, deliveries }: Account, event: AccountEvent): string => {
  if ('jobId' in event) return JSON.stringify(jobs.get(event.jobId));
  if ('sessionId' in event) return JSON.stringify(sessions.get(event.sessionId));
  return 'deliveryId' in event ? JSON.stringify(deliveries.get(event.deliveryId)) : '';
};

/** Takes everything out of an agenda, in order. The account is of no use afterwards. */
export const drainAgenda = ({ agenda }: Account): string[] => {
  const dates: string[] = [];
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) {
    dates.push(`${next.key} at ${next.at}`);
    agenda.drop(next.key);
  }
  return dates;
};
