/** What was going to be sent and to be paid, as reports tell it. */
import type { Plan } from '../plan.ts';

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

export const reportedPlan = (plan: Plan): ReportedPlan => ({
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
