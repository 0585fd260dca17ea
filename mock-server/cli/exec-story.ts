/** What a story promised of its end, and did not come, or cannot be known. */
import { plural } from '../../contract-tests/report/figures.ts';
import { visible } from '../../contract-tests/report/visible.ts';
import type { ClaimVerdict } from '../../scenarios/judge.ts';
import type { Mock } from '../compose.ts';
import type { StoryVerdict } from '../story-verdict.ts';
import type { StartFlags } from './start.ts';

export type Promises = {
  /** All of it; null where no story is played. */
  readonly story: StoryVerdict | null;
  /** Of each claim that is violated: a line with its story, and below it lines that say more. */
  readonly violated: readonly string[];
  /** The same of each of which nothing can be said. */
  readonly unjudged: readonly string[];
};

export const promisesOf = async (
  mock: Pick<Mock, 'control' | 'accounts'>,
  scenario: StartFlags['scenario'],
): Promise<Promises> => {
  if (scenario === undefined || typeof scenario === 'string') return { story: null, violated: [], unjudged: [] };
  const { storyVerdict } = await import('../story-verdict.ts');
  const story = await storyVerdict(scenario, mock);
  const told = (wanted: ClaimVerdict['verdict']): string[] =>
    story.claims
      .filter(({ verdict }) => verdict === wanted)
      .map((claim) => claimLines(story.judged_by ?? story.name, claim));
  return { story, violated: told('violated'), unjudged: told('not_judged') };
};

/** That the story came to its end as it promises; none where no story is played, or it did not, which is told claim by claim. */
export const heldLines = ({ story, violated, unjudged }: Promises): readonly string[] => {
  if (story === null || violated.length > 0) return [];
  const name = visible(story.judged_by ?? story.name);
  const held = story.claims.length - unjudged.length;
  if (story.claims.length === 0) return [`${name}: the story promises nothing of its end`];
  const rest = unjudged.length === 0 ? '' : `, ${unjudged.length} not judged`;
  return [`${name}: ${held === 0 ? 'no claim' : plural(held, 'claim')} held${rest}`];
};

export const claimLines = (story: string, { verdict, expected, seen, why, where }: ClaimVerdict): string => {
  const isViolated = verdict === 'violated';
  const rows = [
    ...(why === undefined ? [] : [['claim', why]]),
    ['at', where],
    ['expected', expected],
    [isViolated ? 'seen' : 'but', seen],
  ];
  return [
    `${visible(story)}: ${isViolated ? 'a claim does not hold' : 'a claim was not judged'}`,
    ...rows.map(([name = '', text = '']) => `  ${name.padEnd(indent - 2)}${wrapped(text)}`),
  ].join('\n');
};

/** Where the words of each row begin. */
const indent = 12;
const columnsMax = 100;

/** Paths stay whole, for they are copied, and a number with what it counts (`2 × voices`). */
const wrapped = (text: string): string => {
  const words = visible(text.trim().replaceAll(/\s+/g, ' ')).split(/(?<!×) (?!×)/);
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && indent + longer.length <= columnsMax) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(indent)}`);
};
