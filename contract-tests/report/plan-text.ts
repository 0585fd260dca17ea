/** What is going to be sent, and what it can cost, before anything is. */
import type { ReportedPlan } from './reported-plan.ts';
import { plural, shortTime, usd } from './figures.ts';

/** @param rate requests a minute */
export const planText = (plan: ReportedPlan, budgetUsd: number | undefined, rate: number | 'off'): string => {
  const paid = (plan.is_play_money ? [] : plan.checks)
    .filter((one) => one.paid_calls > 0)
    .toSorted((one, other) => other.at_most_usd - one.at_most_usd);
  return [
    planLine(plan, rate),
    ...plan.not_testable
      .slice(0, 5)
      .map(({ reason, checks }) => `  not testable: ${plural(checks, 'check')}, for ${reason}`),
    ...(plan.not_testable.length > 5 ? [`  and for ${plural(plan.not_testable.length - 5, 'more reason')}`] : []),
    ...paid
      .slice(0, 10)
      .map(
        ({ id, paid_calls, at_most_usd }) => `  ${id}: ${plural(paid_calls, 'paid call')}, up to ${usd(at_most_usd)}`,
      ),
    ...(paid.length > 10
      ? [`  and ${plural(paid.length - 10, 'more check')} that ${paid.length === 11 ? 'pays' : 'pay'}`]
      : []),
    ...shortfall(plan, budgetUsd, 'what it does not cover is left out, and the run ends with 4'),
  ].join('\n');
};

/** The same in a line, and another where the budget is too small: for those who look at tests, not at a plan. */
export const shortPlanText = (plan: ReportedPlan, budgetUsd: number | undefined, rate: number | 'off'): string =>
  [planLine(plan, rate), ...shortfall(plan, budgetUsd, 'what it does not cover is skipped')].join('\n');

const planLine = (plan: ReportedPlan, rate: number | 'off'): string => {
  const pace = rate === 'off' ? 'as fast as it answers' : `at ${rate} requests a minute`;
  const price =
    plan.paid_calls === 0 || plan.is_play_money
      ? 'nothing that costs money.'
      : `${plural(plan.paid_calls, 'paid call')}, about ${usd(plan.lawful_usd)}; up to ${usd(plan.at_most_usd)} if it accepted what it must refuse.`;
  return `Plan: ${plural(plan.checks.length, 'check')}, ${plural(plan.requests, 'request')}, about ${shortTime(Math.max(1, plan.seconds))} ${pace}; ${price}`;
};

const shortfall = (plan: ReportedPlan, budgetUsd: number | undefined, effect: string): readonly string[] =>
  budgetUsd !== undefined && budgetUsd < plan.lawful_usd
    ? [`The budget of ${usd(budgetUsd)} does not cover it: ${effect}.`]
    : [];
