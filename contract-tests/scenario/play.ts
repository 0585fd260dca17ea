/** Plays a story: does its steps one after the other, tells each as it is done, and judges what must hold at the end. */
import { type ClaimVerdict, judgeClaims } from '../../scenarios/judge.ts';
import type { LoadedStory } from '../../scenarios/load.ts';
import { seenByControl } from '../../scenarios/seen-by-control.ts';
import type { OneStep, Step } from '../../scenarios/steps.ts';
import { verbOf } from '../../scenarios/verbs.ts';
import type { Run } from '../run.ts';
import { ControlRefused, NotTestable } from '../verdict.ts';
import { perform } from './performers.ts';
import { type Performed, Player } from './player.ts';
import { seenByClient } from './seen-by-client.ts';
import type { Stage } from './stage.ts';
import { labelOf } from './words.ts';

/** What came of one step. */
export type PlayedStep = {
  readonly step: string;
  /** `file:line:column`. */
  readonly where: string;
  readonly as_expected: boolean;
  /** What was sent and what came, a line each. */
  readonly lines: readonly string[];
  /** What was expected, where it is not what came. */
  readonly expected?: string;
  /** The target's clock after it, ISO 8601, and how far it went on. */
  readonly clock: string;
  readonly seconds: number;
};

export type PlayedStory = {
  readonly name: string;
  readonly title: string;
  readonly steps: readonly PlayedStep[];
  /** Steps that were not played, for one before them went wrong. */
  readonly left_out: number;
  readonly claims: readonly ClaimVerdict[];
  readonly spent_usd: number;
};

export type Listener = {
  readonly onStep?: (step: PlayedStep) => void;
  readonly onClaim?: (claim: ClaimVerdict) => void;
};

/** Throws Stopped when the budget, the time or the requests are used up, and a HarnessError where the control API does not answer. */
export const playStory = async (
  { name, story, whereIs }: LoadedStory,
  stage: Stage,
  run: Run,
  { onStep, onClaim }: Listener = {},
): Promise<PlayedStory> => {
  const player = new Player(stage, run);
  await player.begin();
  const all = story.steps ?? [];
  const steps: PlayedStep[] = [];
  const tell = (step: PlayedStep): void => {
    steps.push(step);
    onStep?.(step);
  };
  for (const [index, step] of all.entries()) {
    await playStep(player, step, whereIs, ['steps', String(index)], tell);
    if (steps.some(({ as_expected: isFine }) => !isFine)) break;
  }
  const isWhole = steps.every(({ as_expected: isFine }) => isFine);
  await player.end();
  // Of a story that was left in its middle nothing is claimed.
  const seen = !isWhole
    ? undefined
    : stage.control === undefined
      ? await seenByClient(player)
      : seenByControl(await stage.control.reads());
  const claims =
    seen === undefined ? [] : judgeClaims(story.then ?? [], seen, (index) => whereIs(['then', String(index)]));
  for (const claim of claims) onClaim?.(claim);
  return {
    name,
    title: story.title.trim(),
    steps,
    left_out: isWhole ? 0 : Math.max(0, all.length - player.begun),
    claims,
    spent_usd: stage.control === undefined ? run.purse.spentUsd : 0,
  };
};

type Path = readonly string[];

const playStep = async (
  player: Player,
  step: Step,
  whereIs: (path: Path) => string,
  path: Path,
  tell: (step: PlayedStep) => void,
): Promise<void> => {
  player.begun += 1;
  const playOne = async (one: OneStep, at: Path): Promise<void> => {
    const from = await player.now();
    const { lines, expected } = await perform(player, one).catch((error: unknown) => refusedBy(player, error));
    const to = await player.now();
    tell({
      step: labelOf(one),
      where: whereIs([...at, verbOf(one)]),
      as_expected: expected === undefined,
      lines,
      ...(expected !== undefined && { expected }),
      clock: new Date(to).toISOString(),
      seconds: (to - from) / 1_000,
    });
  };
  if (step.together === undefined) return playOne(step, path);
  await Promise.all(step.together.map((one, index) => playOne(one, [...path, 'together', String(index)])));
};

/** What a mock does not do is how the step came out: a key is revoked twice, or a job is ended that has ended. */
const refusedBy = ({ stage }: Player, error: unknown): Performed => {
  const isRefusal = error instanceof ControlRefused || (stage.control !== undefined && error instanceof NotTestable);
  if (!isRefusal) throw error;
  return { lines: [error.message], expected: 'that the mock does it' };
};

/** Whether the target did all that the story expects. */
export const isFine = ({ steps, left_out: leftOut, claims }: PlayedStory): boolean =>
  leftOut === 0 && steps.every((step) => step.as_expected) && claims.every(({ verdict }) => verdict !== 'violated');
