/** What came of a case: a verdict, and what supports it. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Verdict } from '../verdict.ts';
import type { ReceiverCase } from './case.ts';
import type { Sent } from './send.ts';

export type CaseOutcome = {
  readonly case: ReceiverCase;
  readonly verdict: Verdict;
  /** Of a finding, and of what is undecidable: the clause that it is about. */
  readonly clause: ClauseId | undefined;
  /** Why it is not a pass; of a pass a remark, or nothing. */
  readonly message: string;
  readonly gap: GapId | undefined;
  /** In the order in which they were sent. */
  readonly sent: readonly Sent[];
  /** How often the receiver acted while it ran; undefined where nobody looked. */
  readonly effects: number | undefined;
};

/** Thrown while a case is judged: it ends there. */
export class CaseEnd extends Error {
  constructor(
    readonly verdict: Exclude<Verdict, 'pass'>,
    message: string,
    readonly clause?: ClauseId,
    readonly gap?: GapId,
  ) {
    super(message);
  }
}
