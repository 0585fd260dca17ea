/** A receiver with one mistake, and the clause that it breaks by it. */
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Mistake } from './frame.case.ts';

export type Broken = {
  readonly id: string;
  readonly clause: ClauseId;
  /** What the same mistake cannot help breaking as well. */
  readonly also?: readonly ClauseId[];
  /** How long it is waited for, in milliseconds: of one that does not answer the test need not wait as long as the service does. */
  readonly waitMs?: number;
  readonly mistake: Mistake;
};
