/** What came of one check, as reports tell it. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Level } from '../../spec/clause.ts';
import type { Check, Need } from '../check.ts';
import type { Outcome } from '../judge.ts';
import { replayToken } from '../replay.ts';
import type { Verdict } from '../verdict.ts';
import { type ShownExchange, shownExchange } from './exchange.ts';
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
    readonly gaps: readonly string[];
    readonly exchanges: readonly ShownExchange[];
    readonly spent_usd: number;
  };
  /** The token of `--replay`. */
  readonly replay: string;

  /** The whole command, without the secrets that it takes from the environment. */
  readonly replay_command: string;
  readonly level: Level;
  readonly profile: string;
  readonly needs: readonly Need[];
  /** How often each clause was judged. */
  readonly conclusions: { readonly [clause: string]: number };
  /** It passed, and never judged one of its clauses. */
  readonly vacuous: boolean;
  /** Whether it counts against the target: a finding that is not expected, or a gap in the proof under `--strict`. */
  readonly counts: boolean;
  /** Why it is expected to find something. */
  readonly expected_failure: string | null;
  readonly gap: string | null;
  readonly requests: number;
  readonly duration_ms: number;
};

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
    verdict,
    attempts: outcome.attempts,
    message: outcome.message,
    evidence: {
      clause: evidence.clause ?? null,
      expected: evidence.expected ?? null,
      actual: evidence.actual ?? null,
      gaps: evidence.gaps,
      exchanges: evidence.exchanges.map(shownExchange),
      spent_usd: Math.round(evidence.spentUsd * 1e6) / 1e6,
    },
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

/** Of one that did not run to its end. */
export const reportedUnrun = (check: Check, message: string, seed: number, telling: Telling): ReportedCheck => ({
  ...declared(check),
  verdict: 'not_testable',
  attempts: 0,
  message,
  evidence: { clause: null, expected: null, actual: null, gaps: [], exchanges: [], spent_usd: 0 },
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
