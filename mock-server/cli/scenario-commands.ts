/** The commands about stories: which there are, what is wrong with one, and playing it. */
import type { Command } from 'commander';
import { addScenarioRun, addScenarioVerdict } from './scenario-run-flags.ts';

export const addScenarioCommands = (program: Command): void => {
  const scenario = program
    .command('scenario')
    .description('stories of failures, for start --scenario')
    .addHelpText('after', scenarioExamples);
  scenario
    .command('list')
    .description(
      'the stories that come with it, and where each can be driven: on any service (scenario run --url), or on a mock, and why',
    )
    .option('--json', 'as JSON, with what each is about')
    .addHelpText('after', listExamples)
    .action(async (flags: { readonly json?: true }) => (await import('./scenario.ts')).listScenarios(flags));
  scenario
    .command('show')
    .description('print the file of a story, to read or to begin your own with')
    .argument('<name>', 'of a story')
    .addHelpText('after', showExamples)
    .action(async (name: string) => (await import('./scenario.ts')).showScenario(name));
  scenario
    .command('check')
    .description('say what is wrong with a story, with line and column; the exit code is then 2')
    .argument('<file>', 'a file of YAML or JSON')
    .addHelpText('after', checkExamples)
    .action(async (file: string) => (await import('./scenario.ts')).checkScenario(file));
  addScenarioRun(scenario);
  addScenarioVerdict(scenario);
};

const scenarioExamples = `
Examples:
  $ understudy scenario list
  $ understudy scenario run reply-lost-after-commit
  $ understudy exec --scenario reply-lost-after-commit -- npm test
      the story is played by your own program`;

const listExamples = `
Examples:
  $ understudy scenario list
  $ understudy scenario list --json                    with what each is about, and needs

Exit codes: 0 fine, 2 wrong usage.`;

const showExamples = `
Examples:
  $ understudy scenario show low-balance
  $ understudy scenario show low-balance > mine.yaml   a story of your own begins with another

Exit codes: 0 fine, 2 wrong usage, or no story has the name.`;

const checkExamples = `
Examples:
  $ understudy scenario check mine.yaml
  $ understudy scenario check mine.yaml && understudy start --scenario mine.yaml

Exit codes: 0 it is fine, 2 something is wrong with it, each with its place.`;
