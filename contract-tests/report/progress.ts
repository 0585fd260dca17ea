/** Progress while checks run: one line that changes, on a terminal; now and then a line, elsewhere. */
import type { FullProgress } from '../judge-server.ts';
import { plural, shortTime, usd } from './figures.ts';

type Output = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown };

export type ProgressBar = {
  readonly planning: (done: number, total: number) => void;
  readonly show: (progress: FullProgress) => void;
  readonly comparing: (done: number, total: number) => void;
  /** Takes the changing line away. */
  readonly clear: () => void;
};

export type Begun = { readonly checks: number; readonly seed: number };

/** @param now milliseconds */
export const progressOn = (
  output: Output,
  { checks, seed }: Begun,
  now: () => number = () => performance.now(),
): ProgressBar => {
  let shownAt = Number.NEGATIVE_INFINITY;
  let hasBegun = false;
  const isTerminal = output.isTTY === true;
  const show = (text: string, everyMs: number): void => {
    // A line that stays, before all others: a run that is killed writes no report that would name the seed.
    if (!hasBegun) output.write(`Seed ${seed}, ${plural(checks, 'check')}. The same draws again: --seed ${seed}\n`);
    hasBegun = true;
    if (now() - shownAt < (isTerminal ? 50 : everyMs)) return;
    shownAt = now();
    // A terminal of which nothing is known has 0 columns.
    const line = text.slice(0, (output.columns || 100) - 1);
    output.write(isTerminal ? `\r\u001b[2K${line}` : `${text}\n`);
  };
  return {
    planning: (done, total) =>
      show(`rehearsing ${done + 1} of ${total} on a mock, to count requests and money`, 10_000),
    comparing: (done, total) =>
      show(`drift: trying lawful mock ${done + 1} of up to ${total}, to find what the deployment does`, 10_000),
    show: ({ done, total, running, spentUsd, leftSeconds }) => {
      const parts = [
        `${String(done + 1).padStart(String(total).length)}/${total} ${running.id}`,
        ...(leftSeconds === undefined
          ? []
          : [leftSeconds < 1 ? 'less than a second left' : `about ${shortTime(leftSeconds)} left`]),
        ...(spentUsd > 0 ? [`up to ${usd(spentUsd)} spent`] : []),
      ];
      show(parts.join(' · '), 10_000);
    },
    clear: () => void (isTerminal && output.write('\r\u001b[2K')),
  };
};
