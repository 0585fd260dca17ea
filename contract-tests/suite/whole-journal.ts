/** The journal of one account from its beginning, however many pages that takes. */
import type { JournalEntry, JournalKind } from '../../spec/schemas/journal.ts';
import type { Reach } from './reach.ts';

/** Everything that is said must hold. */
export type JournalQuery = {
  readonly kind?: JournalKind;
  /** Id of an operation, such as `submitAvatar`. */
  readonly operation?: string;
  /** That was answered. */
  readonly status?: number;
};

type Page = { readonly entries: readonly JournalEntry[]; readonly next: number };

const pageMax = 1_000;

export const wholeJournal = async (
  reach: Reach,
  accountId: string,
  { kind, operation, status }: JournalQuery = {},
): Promise<JournalEntry[]> => {
  const found: JournalEntry[] = [];
  for (let since = 0; ;) {
    const query = { account_id: accountId, kind, operation, status, since, limit: pageMax };
    const { entries, next } = await reach<Page>('GET', '/journal', { query });
    found.push(...entries);
    if (entries.length < pageMax) return found;
    since = next;
  }
};
