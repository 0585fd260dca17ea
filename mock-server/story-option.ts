/** The story that a mock is to play, and what only a mock can do that serves its world alone. */
import type { MockOptions } from './options.ts';
import type { Ports } from './ports.ts';
import type { Story } from './story.ts';

/** Loaded only where there is one: its reader costs every start some milliseconds. */
export const storyOf = async (scenario: MockOptions['scenario']): Promise<Story | undefined> => {
  if (typeof scenario !== 'string') return scenario;
  const { readStory } = await import('./story.ts');
  return readStory(scenario);
};

/** Refuses what cannot be where a database is shared. Throws `TypeError`. */
export const refuseAlone = (story: Story | undefined, ports: Ports | undefined): void => {
  if (story !== undefined)
    throw new TypeError('a story is played by one process alone: leave it away where a database is shared');
  if (ports?.limit !== undefined)
    throw new TypeError(
      'the port limit is asked by one process alone: where a database is shared, requests are counted there',
    );
};
