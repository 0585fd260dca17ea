/** What is told of a run, as one value: the JSON report is this, and every other form is made from it. It holds no secret. */
import { type ClauseId, clauseList, clauses } from '../../spec/clauses.ts';
import type { Level, Section } from '../../spec/clause.ts';
import type { Check, Need } from '../check.ts';
import { type Difference, choicesOf } from '../drift.ts';
import { exitCodeOf, type ExitCode } from '../exit-code.ts';
import { type Expected, holdAgainst, isAbout, isFinding } from '../expected.ts';
import type { Outcome } from '../judge.ts';
import type { Judgement, TargetKind } from '../judge-server.ts';
import { reasons } from '../reasons.ts';
import { replayToken } from '../replay.ts';
import { type Verdict, verdicts } from '../verdict.ts';
import { type ShownExchange, shownExchange } from './exchange.ts';
import { type Redact, redactedJson } from './secrets.ts';

export type Report = {
  readonly tool: 'understudy';
  readonly version: string;
  /** Its base URL. */
  readonly target: string;
  readonly target_kind: TargetKind;
  readonly profile: string;
  readonly seed: number;
  readonly started_at: string;
  readonly duration_ms: number;
  /** By the balance where it could be read, else what the requests can have cost at the most; 0 of play money. */
  readonly spent_usd: number;
  /** Checks by their verdicts. */
  readonly summary: { readonly [verdict in Verdict]: number };
  readonly checks: readonly ReportedCheck[];
  readonly clauses: readonly ReportedClause[];

  readonly exit_code: ExitCode;
  readonly strict: boolean;
  readonly requests: number;
  /** Clauses by their verdicts. */
  readonly clause_summary: { readonly [verdict in Verdict]: number };
  readonly stopped: string | null;
  /** Mistakes of the judge's own, and a target that went away. */
  readonly broken: readonly string[];
  readonly money: {
    readonly at_most_usd: number;
    readonly by_balance_usd: number | null;
    readonly remark: string | null;
  } | null;
  readonly plan: ReportedPlan | null;
  readonly expected_failures: readonly {
    readonly id: string;
    readonly reason: string;
    readonly expires: string;
    readonly state: 'met' | 'expired' | 'stale' | 'unseen';
  }[];
  /** What was seen of points that the document leaves open. */
  readonly observed: { readonly [gap: string]: readonly string[] };
  /** Of these, what a mock can be told. */
  readonly variants: { readonly [gap: string]: string };
  readonly drift: readonly Difference[] | null;
};

export type ReportedPlan = {
  readonly requests: number;
  readonly paid_calls: number;
  /** If it accepts all that it must refuse. */
  readonly at_most_usd: number;
  readonly lawful_usd: number;
  readonly seconds: number;
  readonly checks: readonly {
    readonly id: string;
    readonly requests: number;
    readonly paid_calls: number;
    readonly at_most_usd: number;
  }[];
};

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

export type ReportedClause = {
  readonly id: ClauseId;
  /** The worst of its checks. */
  readonly verdict: Verdict;
  readonly checks: readonly string[];

  readonly section: Section;
  readonly level: Level;
  readonly text: string;
  /** A finding blames this very clause. */
  readonly broken: boolean;
  /** Why it is not testable. */
  readonly reason: string | null;
};

export type Telling = {
  readonly version: string;
  readonly redact: Redact;
  readonly strict: boolean;
  readonly expected: readonly Expected[];
  /** The catalogue was narrowed by hand: clauses outside it are not spoken of. */
  readonly isNarrowed: boolean;
  /** All checks that there are, whether or not they were selected. */
  readonly catalogue: readonly Check[];
  /** The flags that lead to the same target. */
  readonly command: string;
};

export const reportOf = (judgement: Judgement, telling: Telling): Report => {
  const { order, outcomes, leftOut, broken, money, plan } = judgement;
  const { strict, redact } = telling;
  const today = judgement.startedAt.toISOString().slice(0, 10);
  const holding = telling.expected.filter(({ expires }) => expires >= today);
  const counts = (outcome: Outcome): boolean => isFinding(outcome) || (strict && isUnproven(outcome));
  const held = holdAgainst(telling.expected, outcomes, counts, today);
  const checks: readonly ReportedCheck[] = [
    ...outcomes.map((outcome) => {
      const excuse = counts(outcome)
        ? holding.find((expected) => isAbout(expected, outcome.check, outcome.clause))
        : undefined;
      return reportedCheck(outcome, telling, counts(outcome) && excuse === undefined, excuse?.reason ?? null);
    }),
    ...leftOut.map(({ check, why }) => reportedUnrun(check, `left out: ${why}`, order.seed, telling)),
    ...broken.map(({ check, message }) =>
      reportedUnrun(check, `the judge itself broke: ${message}`, order.seed, telling),
    ),
  ];
  const clauseReports = reportedClauses(checks, outcomes, telling);
  const isBroken = broken.length > 0 || judgement.wentAway !== undefined;
  return redactedJson(
    {
      tool: 'understudy',
      version: telling.version,
      target: order.target.baseUrl,
      target_kind: order.kind,
      profile: order.profile,
      seed: order.seed,
      started_at: judgement.startedAt.toISOString(),
      duration_ms: Math.round(judgement.tookMs),
      spent_usd: money === undefined ? 0 : Math.max(0, money.byBalanceUsd ?? money.atMostUsd),
      summary: countVerdicts(checks),
      checks,
      clauses: clauseReports,
      exit_code: exitCodeOf({
        isBroken,
        hasFindings:
          checks.some((one) => one.counts) || held.some(({ state }) => state === 'expired' || state === 'stale'),
        isStopped: judgement.stopped !== undefined,
      }),
      strict,
      requests: judgement.requests,
      clause_summary: countVerdicts(clauseReports),
      stopped: judgement.stopped ?? null,
      broken: [
        ...(judgement.wentAway === undefined ? [] : [judgement.wentAway]),
        ...broken.map(({ message }) => message),
      ],
      money:
        money === undefined
          ? null
          : { at_most_usd: money.atMostUsd, by_balance_usd: money.byBalanceUsd ?? null, remark: money.remark ?? null },
      plan: plan === undefined ? null : reportedPlan(plan),
      expected_failures: held.map(({ expected: { id, reason, expires }, state }) => ({ id, reason, expires, state })),
      observed: Object.fromEntries([...judgement.observed].map(([gap, seen]) => [gap, [...seen]])),
      variants: choicesOf(judgement.observed),
      drift: judgement.drift ?? null,
    } satisfies Report,
    redact,
  ) as Report;
};

/** A must-clause that was not put to the proof. */
const isUnproven = ({ check, verdict, isVacuous }: Outcome): boolean =>
  check.level === 'must' && (isVacuous || verdict === 'not_testable');

const reportedCheck = (outcome: Outcome, telling: Telling, counts: boolean, excuse: string | null): ReportedCheck => {
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

const reportedUnrun = (check: Check, message: string, seed: number, telling: Telling): ReportedCheck => ({
  ...declared(check),
  verdict: 'not_testable',
  attempts: 0,
  message,
  evidence: { clause: null, expected: null, actual: null, gaps: [], exchanges: [], spent_usd: 0 },
  replay: replayToken({ checkId: check.id, seed }),
  replay_command: replayCommand(telling, replayToken({ checkId: check.id, seed })),
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

/** Those that were judged; and, unless the user narrowed the catalogue, all others of the server's side with the reason why they were not. */
const reportedClauses = (
  checks: readonly ReportedCheck[],
  outcomes: readonly Outcome[],
  { isNarrowed, catalogue }: Telling,
): readonly ReportedClause[] => {
  const blamed = new Set(outcomes.flatMap(({ clause, verdict }) => (isFinding({ verdict }) && clause ? [clause] : [])));
  const byClause = new Map<ClauseId, ReportedCheck[]>();
  for (const check of checks) {
    for (const id of check.clauses) byClause.set(id, [...(byClause.get(id) ?? []), check]);
  }
  return clauseList.flatMap(({ id, section, side, level, text }): ReportedClause[] => {
    const judges = byClause.get(id) ?? [];
    if (judges.length === 0 && (side !== 'server' || isNarrowed)) return [];
    const verdict = worst(judges);
    const reason = verdict !== 'not_testable' ? null : judges.length > 0 ? whyNot(judges) : unjudged(id, catalogue);
    return [{ id, verdict, checks: judges.map((one) => one.id), section, level, text, broken: blamed.has(id), reason }];
  });
};

const worst = (judges: readonly ReportedCheck[]): Verdict =>
  verdicts.find((verdict) => judges.some((one) => one.verdict === verdict)) ?? 'not_testable';

const whyNot = (judges: readonly ReportedCheck[]): string => [...new Set(judges.map((one) => one.message))].join('; ');

const unjudged = (id: ClauseId, catalogue: readonly Check[]): string => {
  const others = catalogue.filter((one) => one.clauses.includes(id));
  if (others.length > 0) return `its checks belong to a larger profile: --profile ${others[0]?.profile ?? 'deep'}`;
  return reasons[id] ?? 'it has no check';
};

const countVerdicts = (all: readonly { readonly verdict: Verdict }[]): { readonly [verdict in Verdict]: number } => {
  const count = (verdict: Verdict): number => all.filter((one) => one.verdict === verdict).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    warn: count('warn'),
    undecidable: count('undecidable'),
    not_testable: count('not_testable'),
  };
};

export const reportedPlan = (plan: NonNullable<Judgement['plan']>): ReportedPlan => ({
  requests: plan.requests,
  paid_calls: plan.paidCalls,
  at_most_usd: Math.round(plan.atMostUsd * 1e6) / 1e6,
  lawful_usd: Math.round(plan.lawfulUsd * 1e6) / 1e6,
  seconds: Math.round(plan.seconds),
  checks: plan.checks.map(({ check, requests, paidCalls, atMostUsd }) => ({
    id: check.id,
    requests,
    paid_calls: paidCalls,
    at_most_usd: Math.round(atMostUsd * 1e6) / 1e6,
  })),
});

export const clauseText = (id: ClauseId): string => clauses[id].text;
