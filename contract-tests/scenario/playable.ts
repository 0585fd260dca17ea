/** Why a story cannot be played where there is no control API: which step needs what, each with its place. */
import { secondsOf } from '../../scenarios/duration.ts';
import type { LoadedStory } from '../../scenarios/load.ts';
import type { OneStep } from '../../scenarios/steps.ts';
import { entryOf, verbOf } from '../../scenarios/verbs.ts';
import type { Target } from '../target.ts';

export type Obstacle = {
  readonly where: string;
  readonly needs: string;
  /** In a word: what only a mock has, or the flag that would be missing. */
  readonly short: string;
};

type Need = Omit<Obstacle, 'where'>;

/** What a deployment is given. */
type Equipped = Pick<Target, 'webhooks' | 'spend' | 'secondKey'>;

/** @returns none for a story that can be played on that deployment */
export const obstaclesOn = ({ story, whereIs }: LoadedStory, target: Equipped): readonly Obstacle[] => {
  const { given = {}, faults = [], timeline = [], steps = [] } = story;
  const at = (path: readonly string[], need: Need): Obstacle => ({ where: whereIs(path), ...need });
  const inGiven = Object.keys(given)
    .filter((name) => !harmless.includes(name))
    .map((name) => at(['given', name], ofMock(`given.${name}`, `given.${name} can be given to a mock only`)));
  return [
    ...inGiven,
    ...ofAccounts(given.accounts ?? {}, target).map((need) => at(['given', 'accounts'], need)),
    ...faults.map((_, index) =>
      at(['faults', String(index)], ofMock('faults', 'faults are injected into a mock only')),
    ),
    ...timeline.map((_, index) =>
      at(['timeline', String(index)], ofMock('timeline', 'a timeline is that of a mock only')),
    ),
    ...steps.flatMap((step, index) =>
      step.together === undefined
        ? ofStep(step, target).map((need) => at(['steps', String(index)], need))
        : step.together.flatMap((one, inner) =>
            ofStep(one, target).map((need) => at(['steps', String(index), 'together', String(inner)], need)),
          ),
    ),
  ];
};

/** Where a story can be played: what of it only a mock has, and if nothing, what a service has to be given with it. Each once. */
export const needsOf = (
  loaded: LoadedStory,
): { readonly mock: readonly string[]; readonly flags: readonly string[] } => {
  const all = [...new Set(obstaclesOn(loaded, { webhooks: undefined, spend: undefined }).map(({ short }) => short))];
  const isFlag = (short: string): boolean => short.startsWith('--');
  const mock = all.filter((short) => !isFlag(short));
  return { mock, flags: mock.length > 0 ? [] : all.filter(isFlag) };
};

const ofMock = (short: string, needs: string): Need => ({ short, needs });
const ofFlag = (short: `--${string}`, needs: string): Need => ({ short, needs });

/** They make a mock repeatable, and a deployment does without. */
const harmless = ['seed', 'clock', 'start', 'accounts'];

const ofAccounts = (accounts: { readonly [name: string]: object }, { secondKey }: Equipped): readonly Need[] => {
  const entries = Object.entries(accounts);
  if (entries.some(([, told]) => Object.keys(told).length > 0))
    return [ofMock('given.accounts', 'balance, rates and rate_limit of an account can be given to a mock only')];
  if (entries.length > 1)
    return [ofMock('given.accounts', 'there is one other account at the most: that of --second-api-key')];
  return entries.length === 1 && secondKey === undefined
    ? [ofFlag('--second-api-key', 'another account needs --second-api-key')]
    : [];
};

const ofStep = (step: OneStep, { webhooks, spend }: Equipped): readonly Need[] => {
  const verb = verbOf(step);
  if (entryOf(verb).isControl) {
    const name = verb.replaceAll('_', ' ');
    return [ofMock(name, `${name} is done by the control API of a mock`)];
  }
  if (verb === 'receiver' && webhooks === undefined) {
    const way = 'webhooks need a way to the driver: --webhook-receiver with its public URL, and --webhook-port';
    return [ofFlag('--webhook-receiver', way)];
  }
  if (entryOf(verb).isPaid === true && spend === undefined)
    return [ofFlag('--allow-spend', `${verb} costs money: --allow-spend and --budget-usd`)];
  if (verb === 'advance' && secondsOf(step.advance ?? 0) > longestWaitSeconds)
    return [
      ofMock(`advance ${step.advance ?? ''}`, `advance ${step.advance ?? ''} would wait for longer than an hour`),
    ];
  return [];
};

const longestWaitSeconds = 3_600;
