/** `understudy scenario`: the stories that come with the package, and whether one of the user's own is sound. */
import { readFile } from 'node:fs/promises';
import colors from 'picocolors';
import { needsOf } from '../../contract-tests/scenario/playable.ts';
import { type LoadedStory, fileOfStory, loadStory, storyNames } from '../../scenarios/load.ts';
import { WrongStory, readStory } from '../story.ts';
import { WrongUsage } from './wrong-usage.ts';

export const listScenarios = async ({ json }: { readonly json?: true }): Promise<void> => {
  const stories = await Promise.all((await storyNames()).map(loadStory));
  if (json) {
    const entries = stories.map((loaded) => {
      const { name, story } = loaded;
      return { name, title: story.title, about: story.about.trim(), needs: needsOf(loaded) };
    });
    return print(JSON.stringify(entries, null, 2));
  }
  const longest = Math.max(...stories.map(({ name }) => name.length));
  const widest = Math.max(...stories.map(({ story }) => story.title.length));
  for (const loaded of stories) {
    const { name, story } = loaded;
    print(`${colors.bold(name.padEnd(longest))}  ${story.title.padEnd(widest)}  ${colors.dim(placesOf(loaded))}`);
  }
};

/** Where it can be played, and if not everywhere, why. What costs money is told before it is played. */
const placesOf = (loaded: LoadedStory): string => {
  const { mock, flags } = needsOf(loaded);
  if (mock.length > 0) return `a mock: ${mock.join(', ')}`;
  const wanted = flags.filter((flag) => flag !== '--allow-spend');
  return `any service${wanted.length === 0 ? '' : `, with ${wanted.join(', ')}`}`;
};

/** The file: to read, or to begin one's own with. Its schema is named as a project has it that has installed the package. */
export const showScenario = async (name: string): Promise<void> => {
  await explained(async () => {
    const file = await fileOfStory(name);
    // What is no story is not shown: the file may hold anything.
    await loadStory(name);
    const text = await readFile(file, 'utf8');
    process.stdout.write(text.replace('$schema=./scenario.schema.json', `$schema=${installedSchema}`));
  });
};

export const checkScenario = async (nameOrFile: string): Promise<void> => {
  await explained(async () => {
    const { title } = await readStory(nameOrFile);
    print(`${nameOrFile}: fine (${title})`);
  });
};

const installedSchema = './node_modules/face-voice-understudy/scenarios/scenario.schema.json';

const explained = async (work: () => Promise<void>): Promise<void> => {
  await work().catch((error: unknown) => {
    throw error instanceof WrongStory ? new WrongUsage(error.message, { cause: error }) : error;
  });
};

const print = (text: string): void => void process.stdout.write(`${text}\n`);
