/** A step of a time line, and the order of steps: by time, and within an instant as they were written down. */
import type { ExplainedStep } from '../../../spec/schemas/explain.ts';
import { iso } from './subject.ts';

export type Step = ExplainedStep & { readonly position: number };

/** @param position of its event among all; undefined for what is ahead, and for what the journal alone tells */
export const stepAt = (
  at: number,
  position: number | undefined,
  what: string,
  more: Partial<Pick<ExplainedStep, 'because' | 'seq' | 'details' | 'ahead'>> = {},
): Step => ({
  at: iso(at),
  what,
  because: null,
  seq: null,
  details: [],
  ahead: false,
  ...more,
  position: position ?? Number.POSITIVE_INFINITY,
});

export const inOrder = (steps: readonly Step[]): ExplainedStep[] =>
  [...steps]
    .sort(
      (a, b) =>
        Number(a.ahead) - Number(b.ahead) ||
        Date.parse(a.at) - Date.parse(b.at) ||
        // Not the difference: two that are behind all others are alike.
        (a.position === b.position ? 0 : a.position < b.position ? -1 : 1),
    )
    .map(({ position: _position, ...step }) => step);
