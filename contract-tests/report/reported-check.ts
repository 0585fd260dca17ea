/** What came of one check, as reports tell it. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Level } from '../../spec/clause.ts';
import type { Check, Need } from '../check.ts';
import type { Outcome } from '../judge.ts';
import { replayToken } from '../replay.ts';
import type { Evidence, Verdict } from '../verdict.ts';
import { type Alternative, alternativesOf } from './alternative.ts';
import { type ShownExchange, shownExchange } from './exchange.ts';
import { type ShownStream, shownStream } from './stream.ts';
import type { Telling } from './telling.ts';

export type ReportedCheck = {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly ClauseId[];
  readonly verdict: Verdict;
  readonly attempts: number;
  readonly message: string;
  readonly evidence: {
    readonly clause: ClauseId | null;
    readonly expected: string | null;
    readonly actual: string | null;
    readonly gaps: readonly GapId[];
    readonly exchanges: readonly ShownExchange[];
    /** What was taken for lawful where the document leaves it open. */
    readonly alternatives: readonly Alternative[];
    /** Sockets of the sessions among the exchanges. */
    readonly streams: readonly ShownStream[];
    /** Of a pass: the last conclusion on each clause. */
    readonly concluded: readonly ReportedConclusion[];
    readonly spent_usd: number;
  };
  /** The token of `--replay`. */
  readonly replay: string;

  /** The whole command, without the secrets that it takes from the environment. */
  readonly replay_command: string;
  readonly level: Level;
  readonly profile: string;
  readonly needs: readonly Need[];
  /** How many attempts came so far that there was something to judge. */
  readonly preconditions_met: number;
  /** How often each clause was judged. */
  readonly conclusions: { readonly [clause: string]: number };
  /** It passed, and never judged one of its clauses; under `--strict` its verdict is then `not_testable`. */
  readonly vacuous: boolean;
  /** Whether it counts against the target: a finding that is not expected, or a gap in the proof under `--strict`. */
  readonly counts: boolean;
  /** Why it is expected to find something. */
  readonly expected_failure: string | null;
  readonly gap: string | null;
  readonly requests: number;
  readonly duration_ms: number;
};

export type ReportedConclusion = {
  readonly clause: ClauseId;
  readonly expected: string;
  /** Places in the exchanges of the evidence, from 0. */
  readonly exchanges: readonly number[];
};

/** A must-clause that was not put to the proof. */
export const isUnproven = ({ check, verdict, isVacuous }: Outcome): boolean =>
  check.level === 'must' && (isVacuous || verdict === 'not_testable');

/** @param counts whether it counts against the target @param excuse why it is expected */
export const reportedCheck = (
  outcome: Outcome,
  telling: Telling,
  counts: boolean,
  excuse: string | null,
): ReportedCheck => {
  const { check, verdict, evidence } = outcome;
  return {
    ...declared(check),
    // A pass that leaves a gap in the proof is not told as a pass, whether or not the gap counts.
    verdict: telling.strict && outcome.isVacuous ? 'not_testable' : verdict,
    attempts: outcome.attempts,
    message: outcome.message,
    evidence: reportedEvidence(evidence),
    preconditions_met: outcome.preconditionsMet,
    replay: outcome.replay,
    replay_command: replayCommand(telling, outcome.replay),
    conclusions: outcome.conclusions,
    vacuous: outcome.isVacuous,
    counts,
    expected_failure: excuse,
    gap: outcome.gap ?? null,
    requests: outcome.requests,
    duration_ms: Math.round(outcome.tookMs),
  };
};

const reportedEvidence = (evidence: Evidence): ReportedCheck['evidence'] => {
  const { clause, expected, actual, gaps, exchanges, streams, concluded, spentUsd } = evidence;
  return {
    clause: clause ?? null,
    expected: expected ?? null,
    actual: actual ?? null,
    gaps,
    exchanges: exchanges.map(shownExchange),
    alternatives: alternativesOf(gaps),
    streams: streams.map(shownStream),
    concluded: concluded.map((one) => ({ ...one, exchanges: one.exchanges.map((each) => exchanges.indexOf(each)) })),
    spent_usd: Math.round(spentUsd * 1e6) / 1e6,
  };
};

/** Of one that did not run to its end. */
export const reportedUnrun = (check: Check, message: string, seed: number, telling: Telling): ReportedCheck => ({
  ...declared(check),
  verdict: 'not_testable',
  attempts: 0,
  message,
  evidence: reportedEvidence({ gaps: [], exchanges: [], streams: [], concluded: [], spentUsd: 0 }),
  preconditions_met: 0,
  replay: replayToken({ checkId: check.id, seed, path: check.path }),
  replay_command: replayCommand(telling, replayToken({ checkId: check.id, seed, path: check.path })),
  conclusions: {},
  vacuous: false,
  counts: false,
  expected_failure: null,
  gap: null,
  requests: 0,
  duration_ms: 0,
});

const declared = ({ id, title, clauses: judged, level, profile, needs }: Check) => ({
  id,
  title,
  clauses: judged,
  level,
  profile,
  needs,
});

const replayCommand = ({ command }: Telling, token: string): string => `${command} --replay ${token}`;
