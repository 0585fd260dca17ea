/** The flags of `understudy exec`: its own, and all of `start`. */
import { type Command, Option } from 'commander';
import { ranges } from '../options.ts';
import { type JudgingFlags, addJudgingFlags } from './conduct-flags.ts';
import { readNumber } from './flags.ts';
import type { StartFlags } from './start.ts';

export type ExecFlags = StartFlags & JudgingFlags & { readonly verbose?: boolean; readonly json?: boolean };

/** After `start` is there: its flags are read off it. */
export const addExec = (program: Command): Command => {
  const command = addJudgingFlags(
    program
      .command('exec')
      .usage('[flags] -- command [argument...]')
      .description('run a command beside a mock of its own; the exit code says whether it and its conduct were fine')
      .argument('[command...]', 'what is run: its flags are its own, after --'),
  )
    .option('--verbose', 'say where the mock serves, and tell the whole scorecard also where all is well')
    .option('--json', 'tell story and conduct as one line of JSON, the last on standard error, and nothing else')
    .optionsGroup('Where its mock listens:')
    .addOption(
      new Option('--port <n>', 'a port of your choice (default: a free one)')
        .argParser(readNumber(ranges.port))
        .env('UNDERSTUDY_PORT'),
    );
  const start = program.commands.find((one) => one.name() === 'start');
  for (const option of start?.options ?? []) {
    if (option.long === '--port' || option.long === '--verbose') continue;
    // A file of settings may have it for `start`; here the mock says nothing that has a format.
    command.addOption(option.long === '--log-format' ? new Option(option.flags).hideHelp() : option);
  }
  return command
    .addHelpText('after', examples)
    .action(async (_: unknown, flags: ExecFlags, same: Command) => (await import('./exec.ts')).exec(flags, same));
};

const examples = `
The command finds the mock in its environment:
  UNDERSTUDY_URL             base URL of the service, with /api/v1
  UNDERSTUDY_API_KEY         key of the default account
  UNDERSTUDY_WEBHOOK_SECRET  its webhook secret
  UNDERSTUDY_CONTROL_URL, UNDERSTUDY_CONTROL_TOKEN
  UNDERSTUDY_NEXT_API_KEY, UNDERSTUDY_NEXT_WEBHOOK_SECRET  in a story that changes them

Examples:
  $ understudy exec -- npm test
  $ understudy exec --scenario low-balance --fail-on warn -- node client.js
  $ understudy exec --json -- npm test 2> >(tail -n 1 > verdict.json)
  $ understudy exec --clock 60x --report html=conduct.html -- pytest -q
  $ understudy exec -- sh -c 'curl -fsS -H "Authorization: Bearer $UNDERSTUDY_API_KEY" $UNDERSTUDY_URL/balance'

Exit codes: the command's own if that is not 0 (128 and the number of the signal that ended it); else 1 if the story is violated or
a rule is broken; 2 for wrong usage, and for a command that cannot be started; 3 if the mock broke.`;
