/** What has changed since the last committed results. A figure is worse when it lies on the bad side by more than its rounds lie apart. */
import { type Figure, ratioOf, shown } from './figure.ts';

export type Change = {
  readonly what: string;
  readonly before: number | undefined;
  readonly now: number;
  /** Now divided by before; undefined where nothing was before, or 0. */
  readonly ratio: number | undefined;
  readonly is: 'new' | 'same' | 'better' | 'worse';
};

/** Of each figure that was measured now. Where there is a peer, the ratios to it are compared: the machine may be another one. */
export const changesBetween = (before: readonly Figure[], now: readonly Figure[]): Change[] =>
  now.map((figure) =>
    changeOf(
      before.find((one) => nameOf(one) === nameOf(figure)),
      figure,
    ),
  );

const changeOf = (old: Figure | undefined, figure: Figure): Change => {
  const what = nameOf(figure);
  const value = valueOf(figure);
  if (old === undefined) return { what, before: undefined, now: value, ratio: undefined, is: 'new' };
  const before = valueOf(old);
  const ratio = value / before;
  // 0 to 0 is no change, and from 0 to anything all of it.
  const change = before === value ? 0 : moreIsBetter(figure) ? 1 / ratio - 1 : ratio - 1;
  const apart = Math.max(figure.spread ?? unknownSpread, old.spread ?? unknownSpread);
  return {
    what,
    before,
    now: value,
    ratio: before === 0 ? undefined : ratio,
    is: change > apart ? 'worse' : change < -apart ? 'better' : 'same',
  };
};

/** Of what was measured once. */
const unknownSpread = 0.1;

const valueOf = (figure: Figure): number => ratioOf(figure) ?? figure.ours;

const moreIsBetter = ({ unit, goal }: Figure): boolean =>
  goal === undefined ? unit.endsWith('/s') : 'atLeast' in goal;

const nameOf = ({ what, unit, peer }: Figure): string => `${what}, ${unit}${peer === undefined ? '' : `, to ${peer}`}`;

/** A Markdown table. */
export const tableOfChanges = (changes: readonly Change[]): string =>
  [
    '| ratio to the peer, or ours | before | now | now / before | |',
    '|---|--:|--:|--:|---|',
    ...changes.map(({ what, before, now, ratio, is }) => {
      const cells = [
        before === undefined ? '' : shown(before),
        shown(now),
        ratio === undefined ? '' : ratio.toFixed(2),
      ];
      return `| ${[what, ...cells, is === 'worse' ? '**worse**' : is === 'same' ? '' : is].join(' | ')} |`;
    }),
  ].join('\n');
