/** The stories that reports name for a rule: each is there, and whoever plays it meets the occasion that was missing. */
import { expect, test } from 'vitest';
import { readStory } from '../../mock-server/story.ts';
import { storyNames } from '../../scenarios/load.ts';
import { conductRules } from '../conduct/rules.ts';
import { type Scorecard, judgeConduct } from '../conduct/scorecard.ts';
import { Run } from '../run.ts';
import { playStory } from '../scenario/play.ts';
import { openMockStage } from '../scenario/stages.ts';
import { commandFor, storyFor } from './stories.ts';

const stories = [...new Set(Object.values(storyFor))];

/** Played by its own steps. Its clock moves only with them, and pauses are read off it as off one that runs. */
const cardOf = async (name: string): Promise<Scorecard> => {
  const story = await readStory(name);
  const stage = await openMockStage(story);
  const run = new Run(stage.target, { seed: 1, profile: 'deep' });
  try {
    await playStory(story.loaded, stage, run);
    const journal = (await stage.control?.reads())?.journal ?? [];
    return judgeConduct(journal, { accountId: stage.accounts.get('main')?.id ?? null, clock: '60x' });
  } finally {
    await run.close();
    await stage.close();
  }
};

test('every story that is named for a rule comes with the package, and every rule is one of the catalogue', async () => {
  expect(await storyNames()).toEqual(expect.arrayContaining(stories));
  expect(conductRules.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(storyFor)));
});

test.each(stories)('%s makes an occasion that shows enough of the rules that it is named for', async (name) => {
  const { rules } = await cardOf(name);
  for (const id of Object.keys(storyFor).filter((rule) => storyFor[rule] === name)) {
    expect(
      rules.find((rule) => rule.id === id),
      id,
    ).toMatchObject({ occasions: expect.toSatisfy((n) => n > 0) });
  }
});

test('a command is named for a rule without an occasion alone, and only where a story makes one', () => {
  const told = (id: string, verdict: 'pass' | 'not_testable') => commandFor({ id, verdict });
  expect(told('refusals.top-up', 'not_testable')).toBe('understudy exec --scenario low-balance -- your command');
  expect([told('refusals.top-up', 'pass'), told('keys.bearer', 'not_testable')]).toEqual([undefined, undefined]);
});
