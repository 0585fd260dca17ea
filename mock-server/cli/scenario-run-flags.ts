/** The flags of `understudy scenario run`: where it is played, and those of `test` that say what a deployment is given and what may be spent. */
import { Command, Option } from 'commander';
import { addControlFlags, readControlUrl } from './control-flags.ts';
import { ranges } from '../options.ts';
import { readNumber } from './flags.ts';
import type { ScenarioVerdictFlags } from './scenario-verdict.ts';
import type { TargetFlags } from './target-flags.ts';
import { addTestFlags, readScale } from './test-flags.ts';
import { refuseVain } from './vain-flags.ts';

export type ScenarioRunFlags = TargetFlags & {
  readonly seed?: number;
  readonly timeScale?: number;
  readonly dryRun?: true;
  readonly json?: true;
};

const shared = [
  '--url',
  '--api-key',
  '--control-url',
  '--control-token',
  '--second-api-key',
  '--webhook-secret',
  '--webhook-receiver',
  '--webhook-port',
  '--signature-header',
  '--input',
  '--rate-limit',
  '--allow-spend',
  '--budget-usd',
  '--price',
];

/** What needs no story to be played by us: how the one of a running mock stands. */
export const addScenarioVerdict = (scenario: Command): Command =>
  addControlFlags(
    scenario
      .command('verdict')
      .description('say whether what the story of a running mock promises holds by now; the exit code is 1 if not'),
  )
    .optionsGroup('What it says:')
    .option('--json', 'as JSON')
    .addHelpText('after', verdictExamples)
    .action(async (flags: ScenarioVerdictFlags) => (await import('./scenario-verdict.ts')).tellVerdict(flags));

const verdictExamples = `
Examples:
  $ understudy --scenario low-balance --ready-file ready.json &
  $ understudy scenario verdict --control-url http://127.0.0.1:4870/__understudy --control-token …

Exit codes: 0 it holds, or cannot be judged; 1 it is violated; 2 wrong usage, or the mock plays no story; 3 no mock answers.`;

export const addScenarioRun = (scenario: Command): Command => {
  const command = scenario
    .command('run')
    .description('play a story, its client too: against a mock in this process, or a service (--url)')
    .argument('<name|file>', 'a story that comes with it, or a file of YAML or JSON')
    .optionsGroup('Where it is played (without --url and --control-url a mock in this process):');
  for (const option of addTestFlags(new Command()).options) {
    if (!shared.includes(option.long ?? '')) continue;
    // What a shell exports for other programs leads no story to a service, where it costs money: only what is typed does.
    if (option.long === '--url') delete option.envVar;
    if (option.long === '--control-url') option.argParser(readControlUrl);
    // A name may stand behind it: one value for each flag, which may be repeated.
    option.variadic = false;
    option.flags = option.flags.replace('...>', '>');
    if (option.long === '--second-api-key') command.optionsGroup('What else it is given:');
    if (option.long === '--rate-limit') command.optionsGroup('Rate and money, of a service:');
    command.addOption(option);
  }
  return command
    .optionsGroup('What it does and says:')
    .addOption(
      new Option('--seed <n>', "of the mock in this process, instead of the story's").argParser(
        readNumber(ranges.seed),
      ),
    )
    .addOption(
      new Option(
        '--time-scale <n>',
        'the clock of the mock in this process runs so many times as fast as real time, and is waited for, instead of moved',
      ).argParser(readScale),
    )
    .option('--dry-run', 'print the steps and what they can cost, and end: nothing is played, and nothing paid')
    .option('--json', 'the steps, the claims and what came of them, as JSON')
    .addHelpText('after', examples)
    .action(async (name: string, flags: ScenarioRunFlags) => {
      // The story makes its own accounts there.
      refuseVain(command, flags.controlUrl, ['--api-key', '--seed']);
      await (await import('./scenario-run.ts')).runScenario(name, flags);
    });
};

const examples = `
A story with given, faults or steps of the console needs a mock; what a service cannot play is said, with the step.

Examples:
  $ understudy scenario run reply-lost-after-commit
  $ understudy scenario run ./stories/checkout.yaml --json
  $ understudy scenario run webhook-abandoned --time-scale 600
  $ understudy scenario run ./stories/checkout.yaml --url https://service.example/api/v1 --dry-run
  $ understudy scenario run ./stories/checkout.yaml --url https://service.example/api/v1 --allow-spend --budget-usd 0.50

Exit codes: 0 fine, 1 a step or a claim came out otherwise, 2 wrong usage or a story that cannot be played there, 3 the mock or the
service broke, 4 stopped by the budget.`;
