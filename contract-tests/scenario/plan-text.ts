/** What a story is going to do and what that can cost, for people, before it does it. */
import { plural, usd } from '../report/figures.ts';
import type { StoryPlan } from './plan.ts';
import type { Paint } from './text.ts';

/** Each step with what it can cost. */
export const plannedSteps = ({ steps, claims }: StoryPlan, paint: Paint): string =>
  [
    ...steps.map(
      ({ step, at_most_usd: most }) => `- ${step}${most === 0 ? '' : paint.dim(`  at most ${usd(most)}`)}\n`,
    ),
    claims === 0 ? '' : `\nThen ${plural(claims, 'claim')} ${claims === 1 ? 'is' : 'are'} judged.\n`,
  ].join('');

/** One line, and one more where the budget is too small. @param budgetUsd undefined where none was given */
export const planLine = (plan: StoryPlan, budgetUsd: number | undefined): string => {
  const { steps, paid_calls: calls, at_most_usd: most, needed_usd: needed } = plan;
  const refused = needed < most ? `; up to ${usd(most)} if it accepted what it must refuse` : '';
  const money =
    calls === 0
      ? 'nothing that costs money.'
      : `${plural(calls, 'paid call')}, at most ${usd(needed)}${refused}${budgetUsd === undefined ? '' : `, of a budget of ${usd(budgetUsd)}`}.`;
  return `Plan: ${plural(steps.length, 'step')}; ${money}\n`;
};

/** Undefined where the budget covers the plan. */
export const tooDear = ({ needed_usd: needed }: StoryPlan, budgetUsd: number): string | undefined =>
  needed <= budgetUsd + 1e-9
    ? undefined
    : `the budget of ${usd(budgetUsd)} does not cover the story, which may cost ${usd(needed)}: nothing was sent that is paid`;
