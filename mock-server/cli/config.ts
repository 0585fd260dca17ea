/** A file in which the flags of `start` may stand: which one it is, and that flags and variables go before it. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from './config-file.ts';
import type { StartFlags } from './start.ts';
import type { TestFlags } from './test-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Taken from the working directory where no file is named. */
const usualNames = ['understudy.config.json', 'understudy.config.yaml', 'understudy.config.yml'];

/** The one that is written for whoever begins. */
export const defaultConfigFile = 'understudy.config.yaml';

/** The flags, and from the file those that were not typed and stand in no variable. Throws `WrongUsage` for a file with a mistake. */
export const withConfig = async (flags: StartFlags, command: Command): Promise<StartFlags> => {
  const file = flags.config ?? usualFile();
  if (file === undefined) return flags;
  const told = await readConfig(file, command.options);
  const isTyped = (name: string): boolean =>
    ['cli', 'env'].includes(command.getOptionValueSource(name) ?? '') ||
    // This variable is read after the flags.
    (name === 'port' && (process.env['PORT'] ?? '') !== '');
  return {
    ...flags,
    ...Object.fromEntries(Object.entries(told).filter(([name]) => !isTyped(name))),
    // Each gap is a setting of its own.
    variant: { ...(told['variant'] as StartFlags['variant']), ...flags.variant },
    config: file,
  };
};

/** The same for `test`. A file that is found and not named is the mock's as well, so only its part `test` is ours. */
export const withTestConfig = async (flags: TestFlags, command: Command): Promise<TestFlags> => {
  const file = flags.config ?? usualFile();
  if (file === undefined) return flags;
  const told = await readConfig(file, command.options, { name: 'test', orAll: flags.config !== undefined });
  const isTyped = (name: string): boolean => ['cli', 'env'].includes(command.getOptionValueSource(name) ?? '');
  return { ...flags, ...Object.fromEntries(Object.entries(told).filter(([name]) => !isTyped(name))) };
};

const usualFile = (): string | undefined => {
  const [file, another] = usualNames.filter((name) => existsSync(name));
  if (another !== undefined)
    throw new WrongUsage(`there are ${file} and ${another}: keep one, or name it with --config`);
  return file;
};
