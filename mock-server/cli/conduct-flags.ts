/** The flags of `understudy conduct`, and those on what counts that `exec` has too. */
import { type Command, Option } from 'commander';
import { type FailOn, failLevels } from '../../contract-tests/conduct-report/fail-on.ts';
import { type ControlFlags, addControlFlags } from './control-flags.ts';
import { readText } from './flags.ts';
import { readReport, reportFormats } from './test-flags.ts';

/** What is made of a scorecard. */
export type JudgingFlags = {
  readonly failOn: FailOn;
  readonly report?: { readonly [format: string]: string };
};

export type ConductFlags = ControlFlags &
  JudgingFlags & {
    readonly account?: string;
    readonly ended?: boolean;
    readonly journal?: string;
    readonly json?: boolean;
  };

export const addConduct = (program: Command): Command =>
  addJudgingFlags(
    addControlFlags(
      program
        .command('conduct')
        .description('judge a client by what a mock has seen of it: which clauses it keeps, and which it breaks'),
    )
      .optionsGroup('Whose client:')
      .addOption(
        new Option('--account <id>', 'of which account (default: the default one; of a file each)').argParser(readText),
      )
      .option('--ended', 'it has ended: what it left undone counts too')
      .addOption(
        new Option('--journal <file>', 'a journal in a file, as GET /__understudy/journal gives it; no mock is asked')
          .argParser(readText)
          .conflicts('ended'),
      ),
  )
    .option('--json', 'print the scorecard as JSON')
    .addHelpText('after', examples)
    .action(async (flags: ConductFlags) => (await import('./conduct.ts')).conduct(flags));

export const addJudgingFlags = (command: Command): Command =>
  command
    .optionsGroup('What counts, and where it is told:')
    .addOption(
      new Option('--fail-on <verdict>', 'exit code 1 for broken rules, also for recommendations (warn), or for none')
        .choices(failLevels)
        .default('fail'),
    )
    .addOption(
      new Option('--report <format=file...>', `write ${reportFormats.join(', ')}; "-" is standard output`).argParser(
        readReport,
      ),
    );

const examples = `
Examples:
  $ understudy conduct
      the client of the default account, at the mock that UNDERSTUDY_CONTROL_URL and UNDERSTUDY_CONTROL_TOKEN name
  $ understudy conduct --account a2 --ended --report html=conduct.html
      another one's, which has ended; as a page to read
  $ understudy conduct --journal journal.json --fail-on warn
      from a file; recommendations count

understudy exec does the same for a command that it runs. Exit codes: 0 fine, 1 a rule is broken, 2 wrong usage, 3 no mock answers.`;
