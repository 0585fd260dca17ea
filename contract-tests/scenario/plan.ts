/** What the steps of a story can cost on a deployment, found out before its first paid request: at the deployment's own prices, as if all were taken. */
import type { LoadedStory } from '../../scenarios/load.ts';
import type { OneStep } from '../../scenarios/steps.ts';
import { entryOf, verbOf } from '../../scenarios/verbs.ts';
import { limits } from '../../spec/limits.ts';
import { jobCalls, lawfulBody, shortScript } from '../job-calls.ts';
import { priceCeiling } from '../money/ceiling.ts';
import type { Rate, Rates } from '../money/rates.ts';
import type { Target } from '../target.ts';
import { NotTestable } from '../verdict.ts';
import { dearestOf } from './as-told.ts';
import { isRefusal } from './expectation.ts';
import { labelOf } from './words.ts';

export type PlannedStep = {
  readonly step: string;
  /** `file:line:column`. */
  readonly where: string;
  /** Submits and streams. */
  readonly paid_calls: number;
  readonly at_most_usd: number;
};

export type StoryPlan = {
  readonly steps: readonly PlannedStep[];
  readonly claims: number;
  readonly paid_calls: number;
  /** As if every call that could be accepted were. */
  readonly at_most_usd: number;
  /** What the budget must hold, if what the story expects to be refused is. */
  readonly needed_usd: number;
};

/** Throws NotTestable for a price that is needed and cannot be read. @param rates of a mock nothing is paid */
export const planStory = ({ story, whereIs }: LoadedStory, target: Target | undefined, rates: Rates): StoryPlan => {
  const sessions = new Map<string, OneStep>();
  const steps: PlannedStep[] = [];
  let [held, needed] = [0, 0];
  const take = (step: OneStep, path: readonly string[]): void => {
    if (step.session !== undefined && step.as !== undefined) sessions.set(step.as, step);
    const session = sessions.get(step.connect?.slice(1) ?? '');
    const isPaid = target !== undefined && entryOf(verbOf(step)).isPaid === true;
    const calls = isPaid ? (step.times ?? 1) : 0;
    const each = target === undefined || calls === 0 ? 0 : priceOf(step, session, target, rates);
    needed = Math.max(needed, held + each * (isRefusal(step.expect) ? 1 : calls));
    if (!isRefusal(step.expect)) held += each * calls;
    steps.push({
      step: labelOf(step),
      where: whereIs([...path, verbOf(step)]),
      paid_calls: calls,
      at_most_usd: rounded(each * calls),
    });
  };
  for (const [index, step] of (story.steps ?? []).entries()) {
    const path = ['steps', String(index)];
    if (step.together === undefined) take(step, path);
    else for (const [inner, one] of step.together.entries()) take(one, [...path, 'together', String(inner)]);
  }
  return {
    steps,
    claims: story.then?.length ?? 0,
    paid_calls: steps.reduce((sum, step) => sum + step.paid_calls, 0),
    at_most_usd: rounded(steps.reduce((sum, step) => sum + step.at_most_usd, 0)),
    needed_usd: rounded(needed),
  };
};

const rounded = (usd: number): number => Math.round(usd * 1e6) / 1e6;

const priceOf = (step: OneStep, session: OneStep | undefined, target: Target, rates: Rates): number => {
  if (step.submit === undefined) return priceOfStream(session, rates);
  const body =
    typeof step.body === 'string'
      ? dearestOf(step.body)
      : { ...lawfulBody(step.submit, {}, shortScript), ...step.body };
  return priceCeiling(rates, target, jobCalls[step.submit].operation, body);
};

/** All of its funded time: the ceiling that the session says, `max_cost_usd`. */
const priceOfStream = (session: OneStep | undefined, rates: Rates): number => {
  const minutes = minutesOf(session);
  return Math.max(...featuresOf(session).map((feature) => priceOfMinutes(minutes, feature, rates)));
};

/** What a service reads in a body of text is its own: then as many as there may be. */
const minutesOf = ({ session, body = {} }: OneStep = {}): number => {
  const told = typeof body === 'string' ? undefined : (body['duration_minutes'] ?? 1);
  if (typeof told === 'number') return told;
  return session === 'voice' ? limits.voiceMinutesMax : limits.liveSwapMinutesMax;
};

const featuresOf = ({ session, body = {} }: OneStep = {}): readonly (keyof Rates)[] => {
  if (session === 'voice') return ['voice_changer'];
  if (typeof body === 'string') return ['full_live_swap', 'full_live_swap_standard'];
  return [body['tier'] === 'standard' ? 'full_live_swap_standard' : 'full_live_swap'];
};

const priceOfMinutes = (minutes: number, feature: keyof Rates, rates: Rates): number => {
  const rate = rates[feature];
  if (rate === undefined) {
    throw new NotTestable(
      `GET /pricing shows no price of ${feature} that can be read: give it by hand, such as --price ${feature}=0.05/second`,
      'spend',
    );
  }
  return rate.usd * unitsIn(minutes, rate);
};

const unitsIn = (minutes: number, { unit }: Rate): number => {
  switch (unit) {
    case 'second':
      return minutes * 60;
    case 'minute':
      return minutes;
    case 'image':
    case 'call':
    case '1000_characters':
      return 1;
    default:
      return unit satisfies never;
  }
};
