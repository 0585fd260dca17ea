/** The stories that a running mock can be given, by the control API. Loaded when first asked for: the reader of YAML is not for every start. */
import { WrongStory, loadStory, storyNames, storyOf } from '../scenarios/load.ts';
import type { ScenarioList } from './control/scenarios.ts';
import { type Refused, refuse } from './domain/refusal.ts';
import { type Story, readStory, soundStory } from './story.ts';

export const listStories = async (): Promise<ScenarioList['scenarios']> => {
  const stories = await Promise.all((await storyNames()).map(loadStory));
  return stories.map(({ name, story: { title, about } }) => ({ name, title, about: about.trim() }));
};

/** Files of the machine are not read for whoever calls: a story of one's own is sent whole. */
export const wantedStory = async (wanted: {
  readonly name?: string;
  readonly story?: unknown;
}): Promise<Story | Refused> => {
  try {
    const { name, story } = wanted;
    if (name === undefined || story !== undefined) return await soundStory(storyOf(story, name));
    if (/[/\\.]/.test(name))
      return refuse('invalid_input', 'name is that of a story that comes with the mock: send one of your own as story');
    return await readStory(name);
  } catch (error) {
    if (error instanceof WrongStory) return refuse('invalid_input', error.message);
    throw error;
  }
};
