/** What is told of a run, as one value: the JSON report is this, and every other form is made from it. It holds no secret. */
import { type Verdict, isFinding } from '../verdict.ts';
import { choicesOf } from '../drift.ts';
import { exitCodeOf, type ExitCode } from '../exit-code.ts';
import { holdAgainst, isAbout } from '../expected.ts';
import type { Outcome } from '../judge.ts';
import type { Judgement, TargetKind } from '../judge-server.ts';
import type { Money } from '../money/by-balance.ts';
import { type ReportedDifference, reportedDifference } from './drift.ts';
import { type ReportedCheck, isUnproven, reportedCheck, reportedUnrun } from './reported-check.ts';
import { type ReportedClause, reportedClauses } from './reported-clause.ts';
import { type ReportedPlan, reportedPlan } from './reported-plan.ts';
import { redactedJson } from './secrets.ts';
import type { Telling } from './telling.ts';

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
  /** By the balance where it could be read and no job was still rendering, else what the requests can have cost at the most; 0 of play money. */
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
  readonly drift: readonly ReportedDifference[] | null;
};

export const reportOf = (judgement: Judgement, telling: Telling): Report => {
  const { order, outcomes, leftOut, broken, money, plan, drift } = judgement;
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
  const clauseReports = reportedClauses(checks, outcomes, order.profile, telling);
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
      spent_usd: money === undefined ? 0 : spentUsdOf(money),
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
          : {
              at_most_usd: Math.round(money.atMostUsd * 1e6) / 1e6,
              by_balance_usd: money.byBalanceUsd ?? null,
              remark: money.remark ?? null,
            },
      plan: plan === undefined ? null : reportedPlan(plan),
      expected_failures: held.map(({ expected: { id, reason, expires }, state }) => ({ id, reason, expires, state })),
      observed: Object.fromEntries([...(drift?.observed ?? judgement.observed)].map(([gap, seen]) => [gap, [...seen]])),
      variants:
        drift === undefined
          ? choicesOf(judgement.observed)
          : choicesOf(drift.observed, order.choices, drift.differences),
      drift: drift?.differences.map(reportedDifference) ?? null,
    } satisfies Report,
    redact,
  ) as Report;
};

const spentUsdOf = ({ atMostUsd, byBalanceUsd = atMostUsd, rendering = 0 }: Money): number => {
  const usd = rendering > 0 ? Math.max(byBalanceUsd, atMostUsd) : byBalanceUsd;
  return Math.max(0, Math.round(usd * 1e6) / 1e6);
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
