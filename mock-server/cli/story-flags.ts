/** A story beside the flags of `start`: what is typed or stands in a variable goes before it, a file of settings and the defaults after. */
import type { Command } from 'commander';
import type { Story } from '../story.ts';
import type { StartFlags } from './start.ts';
import { WrongUsage } from './wrong-usage.ts';

/** The flags with what their story gives, and the story in the place of its name. Throws `WrongUsage` for one with a mistake. */
export const withStory = async (
  flags: StartFlags & { readonly json?: boolean },
  command: Command,
): Promise<StartFlags> => {
  if (typeof flags.scenario !== 'string') return flags;
  const scenario = await readStoryOf(flags.scenario);
  if (flags.quiet !== true && flags.json !== true) warnOfItsClient(scenario);
  const { choices = {}, faults: _, ...given } = scenario.given;
  const isTyped = (name: string): boolean => ['cli', 'env'].includes(command.getOptionValueSource(name) ?? '');
  const typedGaps = command.opts<StartFlags>().variant ?? {};
  return {
    ...flags,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !isTyped(name))),
    // Each gap is a setting of its own.
    variant: { ...flags.variant, ...choices, ...typedGaps },
    scenario,
  };
};

/** What this story promises is what comes of its mistake: a client that does right would be told that it broke it. */
const warnOfItsClient = ({ name, loaded }: Story): void => {
  const { instead } = loaded.story;
  if (instead === undefined) return;
  process.stderr.write(
    `understudy: ${name} shows a client that makes a mistake; yours is judged by what ${instead} promises\n`,
  );
};

const readStoryOf = async (nameOrFile: string): Promise<Story> => {
  // Loaded only where there is a story: the reader of YAML would cost every start some milliseconds.
  const { WrongStory, readStory } = await import('../story.ts');
  return readStory(nameOrFile).catch((error: unknown) => {
    throw error instanceof WrongStory ? new WrongUsage(error.message, { cause: error }) : error;
  });
};
