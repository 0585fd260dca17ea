/** One line of the results: what was measured, beside what, and what was aimed at. */

export type Figure = {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The same of the peer that it is held against, and who that is. */
  readonly beside?: number;
  readonly peer?: string;
  readonly goal?: Goal;
  /** How far the rounds lie apart, as a share: less than that is no difference. */
  readonly spread?: number;
};

/** `ratio` is ours divided by the peer's. */
type Goal =
  | { readonly of: 'ratio' | 'ours'; readonly atMost: number }
  | { readonly of: 'ratio' | 'ours'; readonly atLeast: number };

export const ratioOf = ({ ours, beside }: Figure): number | undefined =>
  beside === undefined ? undefined : ours / beside;

/** Whether the goal is reached; undefined where there is none. */
export const isMet = (figure: Figure): boolean | undefined => {
  const { goal } = figure;
  if (goal === undefined) return undefined;
  const value = (goal.of === 'ratio' ? ratioOf(figure) : figure.ours) ?? Number.NaN;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
};

/** A Markdown table. */
export const tableOf = (figures: readonly Figure[]): string =>
  [
    '| what | peer | peer | Understudy | ratio | goal | |',
    '|---|---|--:|--:|--:|---|---|',
    ...figures.map((figure) => `| ${cellsOf(figure).join(' | ')} |`),
  ].join('\n');

const cellsOf = (figure: Figure): string[] => {
  const { what, unit, ours, beside, peer, goal } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  return [
    `${what}, ${unit}`,
    peer ?? '',
    beside === undefined ? '' : shown(beside),
    shown(ours),
    ratio === undefined ? '' : ratio.toFixed(2),
    goal === undefined ? '' : `${goal.of} ${'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`}`,
    met === undefined ? '' : met ? 'met' : '**missed**',
  ];
};

export const shown = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value >= 100 ? value.toFixed(0) : value.toFixed(2);
