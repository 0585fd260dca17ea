/** What is told of a receiver, as one value: the JSON report is this, and every other form is made from it. It holds no secret. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { FailOn } from '../conduct-report/fail-on.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import type { CaseOutcome } from '../receiver-cases/case-outcome.ts';
import type { ReceiverJudgement } from '../receiver-cases/judge-receiver.ts';
import { type Redact, redactedJson } from '../report/secrets.ts';
import type { Verdict } from '../verdict.ts';
import { type ReportedReceiverClause, countVerdicts, receiverClauses } from './clauses.ts';
import { type ShownDelivery, shownDelivery } from './delivery.ts';

export type ReceiverReport = {
  readonly tool: 'understudy';
  readonly version: string;
  /** Its address. */
  readonly target: string;
  readonly started_at: string;
  readonly duration_ms: number;
  /** That the receiver had for each answer. */
  readonly wait_seconds: number;
  readonly effects: 'count' | 'change' | 'none';
  /** By its Date header; null without one. */
  readonly clock_ahead_seconds: number | null;
  readonly deliveries: number;
  readonly slowest: { readonly case: string; readonly took_ms: number } | null;
  /** Cases by their verdicts. */
  readonly summary: { readonly [verdict in Verdict]: number };
  readonly clause_summary: { readonly [verdict in Verdict]: number };
  readonly cases: readonly ReportedCase[];
  readonly clauses: readonly ReportedReceiverClause[];
  readonly fail_on: FailOn;
  readonly stopped: boolean;
  readonly exit_code: ExitCode;
};

export type ReportedCase = {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly clauses: readonly ClauseId[];
  /** That it is a finding on, or undecidable for. */
  readonly clause: ClauseId | null;
  readonly message: string;
  readonly gap: string | null;
  readonly advice: string;
  /** How often the receiver acted meanwhile; null where nobody looked. */
  readonly effects: number | null;
  /** The longest wait for an answer of it, in milliseconds; null if none came. */
  readonly slowest_ms: number | null;
  readonly deliveries: readonly ShownDelivery[];
  /** A command that sends it again; the secret comes from where it came from. */
  readonly again: string;
};

type Telling = {
  readonly version: string;
  readonly redact: Redact;
  readonly failOn: FailOn;
  readonly isNarrowed: boolean;
  /** The flags that lead to the same receiver. */
  readonly command: string;
};

export const receiverReportOf = (judgement: ReceiverJudgement, telling: Telling): ReceiverReport => {
  const { order, outcomes, plain, slowest } = judgement;
  const clauses = receiverClauses(outcomes, telling.isNarrowed);
  return redactedJson(
    {
      tool: 'understudy',
      version: telling.version,
      target: order.url,
      started_at: judgement.startedAt.toISOString(),
      duration_ms: Math.round(judgement.tookMs),
      wait_seconds: order.waitMs / 1_000,
      effects: order.effects?.kind ?? 'none',
      clock_ahead_seconds: plain.skewSeconds ?? null,
      deliveries: judgement.deliveries,
      slowest: slowest === undefined ? null : { case: slowest.caseId, took_ms: Math.round(slowest.tookMs) },
      summary: countVerdicts(outcomes),
      clause_summary: countVerdicts(clauses),
      cases: outcomes.map((outcome) => reportedCase(outcome, telling)),
      clauses,
      fail_on: telling.failOn,
      stopped: judgement.isStopped,
      exit_code: exitCodeOf({
        isBroken: false,
        hasFindings: outcomes.some(({ verdict }) => counts(verdict, telling.failOn)),
        isStopped: judgement.isStopped,
      }),
    } satisfies ReceiverReport,
    telling.redact,
  ) as ReceiverReport;
};

export const counts = (verdict: Verdict, failOn: FailOn): boolean =>
  failOn !== 'never' && (verdict === 'fail' || (verdict === 'warn' && failOn === 'warn'));

const reportedCase = (outcome: CaseOutcome, { command }: Telling): ReportedCase => {
  const { case: one, verdict, clause, message, gap, sent, effects } = outcome;
  const waits = sent.filter(({ answer }) => answer !== undefined).map(({ tookMs }) => tookMs);
  return {
    id: one.id,
    title: one.title,
    verdict,
    clauses: one.clauses,
    clause: clause ?? null,
    message,
    gap: gap ?? null,
    advice: (clause === undefined || clause === one.clauses[0] ? undefined : adviceOn[clause]) ?? one.advice,
    effects: effects ?? null,
    slowest_ms: waits.length === 0 ? null : Math.round(Math.max(...waits)),
    deliveries: sent.map(shownDelivery),
    again: `${command} --only ${one.id}`,
  };
};

/** Where a case blames another clause than the one that it is about. */
const adviceOn: { readonly [clause in ClauseId]?: string } = {
  'events.delivery.answered-in-time':
    'Answer with a 2xx as soon as the signature is verified and the webhook is kept, and do what takes long afterwards: else the service sends it again.',
  'events.signature.valid-accepted':
    'Answer whatever comes, also what you do not understand, and go on taking deliveries after it.',
};
