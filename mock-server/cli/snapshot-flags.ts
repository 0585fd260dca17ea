/** The commands `understudy snapshot save` and `load`. */
import type { Command } from 'commander';
import { type ControlFlags, addControlFlags } from './control-flags.ts';

export type SnapshotFlags = ControlFlags & { readonly force?: boolean };

export const addSnapshot = (program: Command): Command => {
  const snapshot = program
    .command('snapshot')
    .description('move a prepared world from one mock to another')
    .addHelpText('after', examples);
  addControlFlags(
    snapshot
      .command('save')
      .description('write the world of a mock into a file: all that has happened, and its uploads')
      .argument('<file>', 'a new one, which only you can read'),
  )
    .addHelpText('after', examples)
    .action(async (file: string, flags: SnapshotFlags) => (await import('./snapshot.ts')).saveSnapshot(file, flags));
  addControlFlags(
    snapshot
      .command('load')
      .description('put the world of a file in the place of the one that a mock has')
      .argument('<file>', 'as save has written it')
      .option('--force', 'also where other processes serve the same world'),
  )
    .addHelpText('after', examples)
    .action(async (file: string, flags: SnapshotFlags) => (await import('./snapshot.ts')).loadSnapshot(file, flags));
  return snapshot;
};

const examples = `
Examples, with the mock that UNDERSTUDY_CONTROL_URL and UNDERSTUDY_CONTROL_TOKEN name:
  $ understudy snapshot save prepared.ndjson
  $ understudy snapshot load prepared.ndjson
      the key and the secret of the loading mock go on working, and those of the saved one work too

Exit codes: 0 done, 2 wrong usage or no snapshot, 3 no mock answers, or it failed.`;
