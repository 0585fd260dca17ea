/** The stories of a running mock, for the control API. What reads and judges them is loaded only when it is asked for. */
import type { Control } from './control/control.ts';
import type { Scenarios } from './control/scenarios.ts';
import { isRefused, refuse } from './domain/refusal.ts';
import { shownByName } from './named-accounts.ts';
import type { Opening } from './opening.ts';
import type { Told } from './options.ts';
import { type Beginning, changedTo, changedToNone } from './story-change.ts';
import type { StoryVerdict } from './story-verdict.ts';
import type { Story } from './story.ts';

export type StoryParts = Omit<Beginning, 'told'> & {
  /** Of the world that is there now. */
  readonly opening: () => Opening;
  readonly control: () => Control;
  /** Begins anew with another story, which `told` holds already, or with none. */
  readonly begin: (story: Story | undefined, told: Told) => Promise<void>;
};

export const storyControl = ({ opening, control, begin, ...made }: StoryParts): Scenarios<StoryVerdict> => {
  const accounts = () => shownByName(opening().accounts);
  return {
    list: async () => ({
      playing: opening().story?.name ?? null,
      scenarios: await (await import('./stories.ts')).listStories(),
    }),

    start: async (wanted) => {
      const story = await (await import('./stories.ts')).wantedStory(wanted);
      if (isRefused(story)) return story;
      const told = changedTo(story, { ...made, told: opening().told });
      if (isRefused(told)) return told;
      await begin(story, told);
      return { name: story.name, title: story.title, accounts: accounts() };
    },

    end: async () => {
      const { story, told } = opening();
      if (story === undefined) return notPlayed;
      await begin(undefined, changedToNone({ ...made, told }));
      return { playing: null };
    },

    verdict: async () => {
      const { story } = opening();
      if (story === undefined) return notPlayed;
      const { storyVerdict } = await import('./story-verdict.ts');
      return storyVerdict(story, { control: control(), accounts: accounts() });
    },
  };
};

const notPlayed = refuse('not_found', 'no story is played: POST scenarios starts one');
