/** A story as it is played, for people: each step with what it sent and got, then each claim with its verdict. */
import type { ClaimVerdict } from '../../scenarios/judge.ts';
import type { PlayedStep, PlayedStory } from './play.ts';
import { isFine } from './play.ts';

/** Of a terminal, or of none. */
export type Paint = { readonly [colour in 'bold' | 'dim' | 'green' | 'red' | 'yellow']: (text: string) => string };

export const headText = (
  {
    title,
    name,
    where,
    setting = [],
  }: {
    readonly title: string;
    readonly name: string;
    readonly where: string;
    /** What is so without a step. */
    readonly setting?: readonly string[];
  },
  paint: Paint,
  how = 'played on',
): string => {
  const lines = setting.map((line) => `  ${line}\n`).join('');
  return `${paint.bold(title)}\n${paint.dim(`${name}, ${how} ${where}`)}\n${lines}\n`;
};

export const stepText = (
  { step, lines, as_expected: isMet, expected, where, seconds }: PlayedStep,
  paint: Paint,
): string => {
  const time = seconds < 0.5 ? '' : paint.dim(`  the clock went on by ${inTime(seconds)}`);
  return [
    `${isMet ? paint.green('✓') : paint.red('✗')} ${step}${time}\n`,
    ...lines.map((line) => `    ${paint.dim(line)}\n`),
    ...(isMet ? [] : [`    ${paint.red(`expected ${expected ?? ''}`)}  ${paint.dim(where)}\n`]),
  ].join('');
};

export const claimText = ({ verdict, expected, seen, why, where }: ClaimVerdict, paint: Paint): string => {
  const reason = why === undefined ? '' : paint.dim(`  ${why}`);
  switch (verdict) {
    case 'holds':
      return `${paint.green('✓')} ${expected}${reason}\n`;
    case 'violated':
      return `${paint.red('✗')} expected ${expected}${reason}\n    ${paint.red(`seen: ${seen}`)}\n    ${paint.dim(where)}\n`;
    case 'not_judged':
      return `${paint.yellow('-')} ${expected}\n    ${paint.dim(`not judged: ${seen}`)}\n`;
    default:
      return verdict satisfies never;
  }
};

export const endText = (played: PlayedStory, paint: Paint): string => {
  const { steps, claims, left_out: leftOut, spent_usd: spent } = played;
  const money = spent === 0 ? '' : `, at most ${Number(spent.toFixed(6))} USD spent`;
  if (isFine(played)) {
    const open = claims.filter(({ verdict }) => verdict === 'not_judged').length;
    const unjudged = open === 0 ? '' : ` (${open} not judged)`;
    return `\n${paint.green('fine')}: ${numbered(steps.length, 'step')}, ${numbered(claims.length, 'claim')}${unjudged}${money}\n`;
  }
  const violated = claims.filter(({ verdict }) => verdict === 'violated').length;
  const what =
    violated > 0
      ? `${violated} of ${claims.length} claims ${violated === 1 ? 'does' : 'do'} not hold`
      : `a step came out otherwise${leftOut === 0 ? '' : `, so ${numbered(leftOut, 'step')} after it ${leftOut === 1 ? 'was' : 'were'} not played`}, and nothing was judged`;
  return `\n${paint.red('not fine')}: ${what}${money}\n`;
};

const numbered = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `1 h 30 min`, `95.6 s`. */
const inTime = (seconds: number): string => {
  if (seconds < 120) return `${Number(seconds.toFixed(1)) || seconds} s`;
  const minutes = Math.round(seconds / 6) / 10;
  if (minutes < 120) return `${minutes} min`;
  return `${Math.round(seconds / 360) / 10} h`;
};
