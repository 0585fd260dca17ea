/** What can be typed: the commands of `understudy` and their flags. */
import { Command } from 'commander';
import { version } from '../about.ts';
import { addConduct } from './conduct-flags.ts';
import { documentNames, documents } from './documents.ts';
import { addExec } from './exec-flags.ts';
import { firstExamples, specExamples, startExamples, testExamples } from './examples.ts';
import { addExplain } from './explain-flags.ts';
import { addJournal } from './journal-flags.ts';
import { withConfig, withTestConfig } from './config.ts';
import { giveHints } from './hint.ts';
import { addInit } from './init-flags.ts';
import { addReceiver } from './receiver-flags.ts';
import { addScenarioCommands } from './scenario-commands.ts';
import { addStartFlags } from './start-flags.ts';
import { type StartFlags, start } from './start.ts';
import { addSnapshot } from './snapshot-flags.ts';
import { withStory } from './story-flags.ts';
import { type TestFlags, addTestFlags } from './test-flags.ts';
import { refuseVainOfTest } from './vain-flags.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { WrongUsage } from './wrong-usage.ts';

export const program = new Command('understudy')
  .description('A stand-in for the Face and Voice Generation Service: a mock that integrators run offline.')
  .version(version)
  .addHelpText('after', firstExamples)
  .configureOutput({
    outputError: (text, write) =>
      // A flag that is mistyped may be one that takes a secret.
      write(text.replace(/^error: /, 'understudy: ').replace(/(unknown option '[^'=]*)=.*'/s, "$1'")),
  })
  .exitOverride();

addStartFlags(
  program
    .command('start', { isDefault: true })
    .description('serve the mock: HTTP, WebSocket and its control API on one port')
    // A word that is no command comes here, as the default command's argument.
    .allowExcessArguments()
    .hook('preAction', (_, { args }) => refuseWords(args)),
)
  .addHelpText('after', startExamples)
  .action(async (flags: StartFlags, command: Command) =>
    start(await withStory(await withConfig(flags, command), command)),
  );

addTestFlags(
  program.command('test').description('judge a server: which clauses of the document it keeps, and which it breaks'),
)
  .addHelpText('after', testExamples)
  .action(async (flags: TestFlags, command: Command) => {
    // Loaded only here: the judge is large, and every start of the mock would pay for it.
    const { test } = await import('./test.ts');
    const all = await withTestConfig(flags, command);
    refuseVainOfTest(command, all);
    await test(all);
  });

program
  .command('spec')
  .description('print a document of the contract')
  .argument('<document>', documentNames.join(', '))
  .option('--json', 'print tables as JSON')
  .addHelpText('after', specExamples)
  .action(documents);

addInit(program);
addScenarioCommands(program);
addWebhookCommands(program);
addConduct(program);
addReceiver(program);
addExec(program);
addJournal(program);
addExplain(program);
addSnapshot(program);
giveHints(program);

const refuseWords = (words: readonly string[]): void => {
  const [word] = words;
  if (word === undefined) return;
  const commands = program.commands.map((known) => known.name());
  if (program.args[0] === 'start') throw new WrongUsage(`start takes flags only, got ${word}`);
  if (commands.includes(word)) throw new WrongUsage(`the command comes first: understudy ${word} and then its flags`);
  throw new WrongUsage(`there is no command ${word}: choose ${commands.join(', ')}`);
};
