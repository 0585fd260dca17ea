/** What comes of a check: its verdict, and what supports it. */
import type { ClauseId } from '../spec/clauses.ts';
import type { GapId } from '../spec/gaps.ts';
import type { Need } from './check.ts';
import type { StreamEvidence } from './sockets/stream-evidence.ts';
import type { Exchange } from './wire/exchange.ts';

/** From the worst to the best; a clause's verdict is the worst of its checks. */
export const verdicts = ['fail', 'warn', 'undecidable', 'pass', 'not_testable'] as const;
export type Verdict = (typeof verdicts)[number];

/** It blames the target. */
export const isFinding = ({ verdict }: { readonly verdict: Verdict }): boolean =>
  verdict === 'fail' || verdict === 'warn';

/** What supports a verdict. */
export type Evidence = {
  readonly clause?: ClauseId;
  readonly expected?: string;
  readonly actual?: string;
  /** Points that the document leaves open, and that were allowed for. */
  readonly gaps: readonly GapId[];
  /** The shortest sequence that shows it; of a pass, all that its conclusions were drawn from. */
  readonly exchanges: readonly Exchange[];
  /** Sockets of the sessions among them. */
  readonly streams: readonly StreamEvidence[];
  /** Of a pass: the last conclusion on each clause. */
  readonly concluded: readonly Conclusion[];
  /** What these exchanges and those that the check sent itself cost; what checks share counts for each of them. */
  readonly spentUsd: number;
};

/** A clause that held. */
export type Conclusion = {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly exchanges: readonly Exchange[];
};

/** Thrown by `expect`: a clause is broken. */
export class Finding extends Error {
  override readonly name = 'Finding';
  constructor(
    readonly clause: ClauseId,
    readonly expected: string,
    readonly actual: string,
    readonly exchanges: readonly Exchange[],
    readonly gaps: readonly GapId[],
  ) {
    super(`expected ${expected}; got ${actual}`);
  }
}

/** Thrown where the document leaves open whether it is right. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
  constructor(
    readonly gap: GapId,
    message: string,
    readonly exchanges: readonly Exchange[] = [],
  ) {
    super(message);
  }
}

/** Thrown where something is missing without which nothing can be said. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
  constructor(
    message: string,
    readonly need?: Need,
    readonly exchanges: readonly Exchange[] = [],
  ) {
    super(message);
  }
}

/** Thrown when the budget or the time is used up: the run ends, with exit code 4. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Thrown when the target does not answer any more as a service does: the run ends, with exit code 3. */
export class WentAway extends Error {
  override readonly name = 'WentAway';
}

/** Thrown when the judge itself is wrong: the run ends, with exit code 3. */
export class HarnessError extends Error {
  override readonly name: string = 'HarnessError';
}

/** Thrown where a request is not what it claims to be. */
export class NotAsClaimed extends HarnessError {
  override readonly name = 'NotAsClaimed';
}

/** Thrown where a control API answers that it does not do what it is asked. */
export class ControlRefused extends HarnessError {
  override readonly name = 'ControlRefused';
}
