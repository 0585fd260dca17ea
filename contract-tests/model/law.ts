/** A law: what holds of every history, whatever was done in it. It judges a log, clause by clause. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Need } from '../check.ts';
import type { Told } from '../trial.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Books, booksOf } from './bookkeeper.ts';
import type { AccountLog, Log } from './log.ts';
import type { Who } from './program.ts';

/** As of a trial. What is expected is told without ids: histories are alike if the same is expected of them, but for numbers. */
export type Expect = (clause: ClauseId, holds: boolean, told: Told) => void;

/** What is known beside a log: the rate card, and where the summary of usage has its totals. */
export type Known = {
  readonly pricing: unknown;
  readonly totalCharged: (summary: Exchange) => number | undefined;
};

export type Law = {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly needs: readonly Need[];
  /** It reads the totals of the summary: where they stand has to be found out. */
  readonly readsTotals?: true;
  /** What a lawful server need not show: where no history came to judge it, the law is undecided. */
  readonly mayGoUnseen?: { readonly clause: ClauseId; readonly gap: GapId; readonly says: string };
  readonly judge: (log: Log, known: Known, expect: Expect) => void;
};

export const usd = (micros: number): string => `${micros / 1e6} USD`;

/** The accounts of a log whose books are closed, with them. */
export const closed = (
  log: Log,
  { pricing }: Known,
): readonly { readonly account: AccountLog; readonly books: Books }[] =>
  log.isOpen ? [] : log.accounts.map((account, index) => ({ account, books: booksOf(log, index as Who, pricing) }));
