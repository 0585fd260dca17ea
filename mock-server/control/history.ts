/** What has happened, and what is to be said of it: the journal, how a client kept the document by it, and why a thing is as it is. */
import type { Explanation } from '../../spec/schemas/explain.ts';
import type { Refused } from '../domain/refusal.ts';
import type { ClockMode } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import type { Journal, JournalFilter, JournalPage } from '../store/journal.ts';
import { noAccount } from './accounts.ts';
import { type ConductQuery, type JudgeClient, strangers } from './conduct.ts';
import { explainId } from './explain.ts';

/** @typeParam Card what the judge of clients says of one */
export type HistoryControl<Card> = {
  /** What came to the mock and what it sent, oldest first; how many of the oldest are gone; and by which clock it is. */
  readonly journal: (filter: JournalFilter) => JournalPage & { readonly forgotten: number; readonly clock: ClockMode };
  /** How the client of an account, by default the first, has kept the document so far, by the journal; `none`: calls of no known one. */
  readonly conduct: (accountId?: string, query?: Pick<ConductQuery, 'ended'>) => Promise<Card | Refused>;
  /** Why a job, session, delivery or charge is as it is. */
  readonly explain: (id: string) => Promise<Explanation | Refused>;
};

export type HistoryParts<Card> = {
  readonly engine: () => Engine;
  readonly journal: Pick<Journal, 'list' | 'forgotten' | 'redactor'>;
  readonly seed: number;
  readonly judgeClient: JudgeClient<Card>;
  readonly defaultAccountId: string;
};

export const historyControl = <Card>(parts: HistoryParts<Card>): HistoryControl<Card> => {
  const { engine, journal, seed, judgeClient, defaultAccountId } = parts;
  const read: HistoryControl<Card>['journal'] = (filter) => ({
    ...journal.list(filter),
    forgotten: journal.forgotten,
    clock: engine().clock.mode,
  });
  return {
    journal: read,
    conduct: async (asked = defaultAccountId, { ended = false } = {}) => {
      const accountId = asked === strangers ? null : asked;
      if (accountId !== null && (await engine().account(accountId)) === undefined) return noAccount(accountId);
      const accounts = engine().accountIds().length;
      const { entries, forgotten, clock } = read({ limit: Number.MAX_SAFE_INTEGER });
      return judgeClient(entries, { accountId, accounts, forgotten, clock, running: !ended });
    },
    explain: (id) => explainId({ engine: engine(), journal, seed }, id),
  };
};
