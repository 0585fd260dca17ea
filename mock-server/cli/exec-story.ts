/** What a story promised of its end, and did not come, or cannot be known. */
import type { Mock } from '../compose.ts';
import type { StoryVerdict } from '../story-verdict.ts';
import type { StartFlags } from './start.ts';

export type Promises = {
  /** All of it; null where no story is played. */
  readonly story: StoryVerdict | null;
  /** A line for each claim that is violated. */
  readonly violated: readonly string[];
  /** A line for each of which nothing can be said. */
  readonly unjudged: readonly string[];
};

export const promisesOf = async (
  mock: Pick<Mock, 'control' | 'accounts'>,
  scenario: StartFlags['scenario'],
): Promise<Promises> => {
  if (scenario === undefined || typeof scenario === 'string') return { story: null, violated: [], unjudged: [] };
  const { storyVerdict } = await import('../story-verdict.ts');
  const story = await storyVerdict(scenario, mock);
  const { name, claims } = story;
  return {
    story,
    violated: claims
      .filter(({ verdict }) => verdict === 'violated')
      .map(
        ({ expected, seen, why, where }) =>
          `${name}: ${expected}, but ${seen}${why === undefined ? '' : ` (${why})`} at ${where}`,
      ),
    unjudged: claims
      .filter(({ verdict }) => verdict === 'not_judged')
      .map(({ expected, seen, where }) => `${name}: not judged, for ${seen}: ${expected}, at ${where}`),
  };
};
