/** How a job will go: all that is drawn for it, once, at its submit; and what its faults make of that. */
import { type Fault, faultNamed } from '../../../spec/faults.ts';
import type { Moment } from '../commands.ts';
import type { RenderPlan } from '../job.ts';
import type { Settings } from '../world.ts';
import { endingOf } from './ending.ts';
import type { Material } from './material.ts';

/** The waiting time before `processing` and the length of the render, in milliseconds. */
const startMs = { from: 50, to: 250 } as const;
const renderMs = { from: 500, to: 2_000 } as const;

export const planRender = (
  { jobSeconds, choices }: Settings,
  { inputs, shape, magic }: Material,
  faults: readonly Fault[],
  { draw }: Moment,
): RenderPlan => {
  // Proportional to the material: a minute of it doubles the time.
  const seconds = Math.max(
    shape.durationSeconds ?? 0,
    ...Object.values(inputs).map((file) => file.durationSeconds ?? 0),
  );
  const drawn = between(renderMs, draw('render')) * (1 + seconds / 60);
  const usual: RenderPlan = {
    startMs: Math.round(
      jobSeconds === undefined ? between(startMs, draw('start')) : Math.min(startMs.from, jobSeconds * 100),
    ),
    durationMs: Math.round(jobSeconds === undefined ? drawn : jobSeconds * 1000),
    ending: endingOf(magic !== undefined && 'outcome' in magic ? magic.outcome : 'succeeded', choices),
    result: { seed: Math.floor(draw('result') * 2 ** 32), ...shape },
  };
  return faults.length === 0 ? usual : spoiled(usual, faults, choices);
};

/** What is drawn is drawn all the same, so that a fault changes nothing but what it says. */
const spoiled = (plan: RenderPlan, faults: readonly Fault[], choices: Settings['choices']): RenderPlan => {
  const code = faultNamed(faults, 'job-fails')?.code;
  const factor = faultNamed(faults, 'job-slow')?.factor ?? 1;
  const course = courseOf(faults);
  return {
    ...plan,
    ...(code !== undefined && { ending: endingOf(code, choices) }),
    durationMs: Math.round(plan.durationMs * factor),
    ...(course !== undefined && { course }),
    ...(course === 'at-once' && { startMs: 0 }),
  };
};

const courseOf = (faults: readonly Fault[]): RenderPlan['course'] => {
  const meets = (name: Fault['name']): boolean => faults.some((fault) => fault.name === name);
  if (meets('job-stuck-queued')) return 'stuck-queued';
  if (meets('job-stuck-processing')) return 'stuck-processing';
  return meets('job-at-once') || meets('webhook-before-reply') ? 'at-once' : undefined;
};

const between = ({ from, to }: { from: number; to: number }, share: number): number => from + (to - from) * share;
