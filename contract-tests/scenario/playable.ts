/** Why a story cannot be played where there is no control API: which step needs what, each with its place. */
import { secondsOf } from '../../scenarios/duration.ts';
import type { LoadedStory } from '../../scenarios/load.ts';
import { type OneStep, entryOf, verbOf } from '../../scenarios/steps.ts';
import type { Target } from '../target.ts';

export type Obstacle = { readonly where: string; readonly needs: string };

/** @returns none for a story that can be played on that deployment */
export const obstaclesOn = ({ story, whereIs }: LoadedStory, target: Target): readonly Obstacle[] => {
  const { given = {}, faults = [], timeline = [], steps = [] } = story;
  const at = (path: readonly string[], needs: string): Obstacle => ({ where: whereIs(path), needs });
  const inGiven = Object.keys(given)
    .filter((name) => !harmless.includes(name))
    .map((name) => at(['given', name], `given.${name} can be given to a mock only`));
  return [
    ...inGiven,
    ...ofAccounts(given.accounts ?? {}, target).map((needs) => at(['given', 'accounts'], needs)),
    ...faults.map((_, index) => at(['faults', String(index)], 'faults are injected into a mock only')),
    ...timeline.map((_, index) => at(['timeline', String(index)], 'a timeline is that of a mock only')),
    ...steps.flatMap((step, index) =>
      step.together === undefined
        ? ofStep(step, target).map((needs) => at(['steps', String(index)], needs))
        : step.together.flatMap((one, inner) =>
            ofStep(one, target).map((needs) => at(['steps', String(index), 'together', String(inner)], needs)),
          ),
    ),
  ];
};

/** They make a mock repeatable, and a deployment does without. */
const harmless = ['seed', 'clock', 'start', 'accounts'];

const ofAccounts = (accounts: { readonly [name: string]: object }, { secondKey }: Target): readonly string[] => {
  const entries = Object.entries(accounts);
  if (entries.some(([, told]) => Object.keys(told).length > 0))
    return ['balance, rates and rate_limit of an account can be given to a mock only'];
  if (entries.length > 1) return ['there is one other account at the most: that of --second-api-key'];
  return entries.length === 1 && secondKey === undefined ? ['another account needs --second-api-key'] : [];
};

const ofStep = (step: OneStep, { webhooks, spend }: Target): readonly string[] => {
  const verb = verbOf(step);
  if (entryOf(verb).isControl) return [`${verb.replaceAll('_', ' ')} is done by the control API of a mock`];
  if (verb === 'receiver' && webhooks === undefined)
    return ['webhooks need a way to the driver: --webhook-receiver with its public URL, and --webhook-port'];
  if (entryOf(verb).isPaid === true && spend === undefined)
    return [`${verb} costs money: --allow-spend and --budget-usd`];
  if (verb === 'advance' && secondsOf(step.advance ?? 0) > longestWaitSeconds)
    return [`advance ${step.advance ?? ''} would wait for longer than an hour`];
  return [];
};

const longestWaitSeconds = 3_600;
