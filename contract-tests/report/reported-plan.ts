/** What was going to be sent and to be paid, as reports tell it. */
import type { Plan } from '../plan.ts';

export type ReportedPlan = {
  readonly requests: number;
  readonly paid_calls: number;
  /** If it accepts all that it must refuse. */
  readonly at_most_usd: number;
  readonly lawful_usd: number;
  readonly seconds: number;
  /** Of a mock it is play money. */
  readonly is_play_money: boolean;
  /** What cannot be judged on this target, by the reason, the most frequent first. */
  readonly not_testable: readonly { readonly reason: string; readonly checks: number }[];
  readonly checks: readonly {
    readonly id: string;
    readonly requests: number;
    readonly paid_calls: number;
    readonly at_most_usd: number;
  }[];
};

export const reportedPlan = (plan: Plan): ReportedPlan => ({
  requests: plan.requests,
  paid_calls: plan.paidCalls,
  at_most_usd: Math.round(plan.atMostUsd * 1e6) / 1e6,
  lawful_usd: Math.round(plan.lawfulUsd * 1e6) / 1e6,
  seconds: Math.round(plan.seconds),
  is_play_money: plan.isPlay,
  not_testable: notTestable(plan),
  checks: plan.checks.map(({ check, requests, paidCalls, atMostUsd }) => ({
    id: check.id,
    requests,
    paid_calls: paidCalls,
    at_most_usd: Math.round(atMostUsd * 1e6) / 1e6,
  })),
});

const notTestable = ({ outcomes }: Plan): ReportedPlan['not_testable'] => {
  const counts = new Map<string, number>();
  for (const { verdict, message } of outcomes)
    if (verdict === 'not_testable') counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts]
    .map(([reason, checks]) => ({ reason, checks }))
    .toSorted((one, other) => other.checks - one.checks);
};
