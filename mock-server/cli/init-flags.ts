/** The command `understudy init`. */
import type { Command } from 'commander';
import { defaultConfigFile } from './config.ts';

export type InitFlags = { readonly force?: boolean };

export const addInit = (program: Command): Command =>
  program
    .command('init')
    .description('write a file of settings in which everything is explained, to begin with')
    .argument('[file]', 'where to', defaultConfigFile)
    .option('--force', 'also in the place of a file that is there')
    .addHelpText('after', examples)
    .action(async (file: string, flags: InitFlags) => (await import('./init.ts')).init(file, flags));

const examples = `
Nothing is set in it: each setting stands there with its default, behind a "#" that you take away.

Examples:
  $ understudy init
      ${defaultConfigFile}, which the other commands find in the working directory
  $ understudy init staging.yaml && understudy start --config staging.yaml

Exit codes: 0 written, 2 wrong usage, or the file is there already.`;
