/** All that can be seen of an account, as text: two accounts are alike when and only when their texts are. */
import type { Account } from '../../domain/account.ts';

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

/** Takes everything out of an agenda, in order. The account is of no use afterwards. */
export const drainAgenda = ({ agenda }: Account): string[] => {
  const dates: string[] = [];
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) {
    dates.push(`${next.key} at ${next.at}`);
    agenda.drop(next.key);
  }
  return dates;
};
