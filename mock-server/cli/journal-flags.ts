/** What can be typed after `understudy journal`. */
import { type Command, Option } from 'commander';
import { journalKinds } from '../../spec/schemas/journal.ts';
import { type ControlFlags, addControlFlags } from './control-flags.ts';
import { readNumber, readText } from './flags.ts';

export type JournalFlags = ControlFlags & {
  readonly har?: string;
  readonly json?: true;
  readonly account?: string;
  readonly kind?: string;
  readonly status?: number;
  readonly follow?: true;
};

export const addJournal = (program: Command): Command =>
  addControlFlags(program.command('journal').description('what came to a running mock and what it sent; HAR too'))
    .optionsGroup('Which entries:')
    .addOption(new Option('--account <id>', 'of one account, such as a1').argParser(readText))
    .addOption(new Option('--kind <kind>', 'of one kind').choices(journalKinds))
    .addOption(
      new Option('--status <n>', 'that were answered so').argParser(readNumber({ min: 100, max: 599, whole: true })),
    )
    .optionsGroup('How they are told:')
    .addOption(
      new Option('--har <file>', 'write HAR 1.2, with the messages of sockets, to a file; "-" is standard output')
        .argParser(readText)
        .conflicts(['json', 'follow']),
    )
    .option('--json', 'as the control API has them; with --follow one on each line')
    .option('--follow', 'go on with what happens from now on, until Ctrl-C')
    .addHelpText('after', examples)
    .action(async (flags: JournalFlags) => (await import('./journal.ts')).journal(flags));

const examples = `
Examples:
  $ understudy journal                                   what happened, one line each
  $ understudy journal --har journal.har                 for the network panel of a browser
  $ understudy journal --kind delivery --json            every attempt to deliver a webhook, with its headers
  $ understudy journal --follow --account a2             what one client does, while it does it

Exit codes: 0 fine, also with no entry; 2 wrong usage, an account that is not there, or a file that cannot be written; 3 no mock answers.`;
