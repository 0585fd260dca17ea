/** How a job will go: all that is drawn for it, once, at its submit. */
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
  { draw }: Moment,
): RenderPlan => {
  // Proportional to the material: a minute of it doubles the time.
  const seconds = Math.max(
    shape.durationSeconds ?? 0,
    ...Object.values(inputs).map((file) => file.durationSeconds ?? 0),
  );
  const drawn = between(renderMs, draw('render')) * (1 + seconds / 60);
  return {
    startMs: Math.round(
      jobSeconds === undefined ? between(startMs, draw('start')) : Math.min(startMs.from, jobSeconds * 100),
    ),
    durationMs: Math.round(jobSeconds === undefined ? drawn : jobSeconds * 1000),
    ending: endingOf(magic !== undefined && 'outcome' in magic ? magic.outcome : 'succeeded', choices),
    result: { seed: Math.floor(draw('result') * 2 ** 32), ...shape },
  };
};

const between = ({ from, to }: { from: number; to: number }, share: number): number => from + (to - from) * share;
