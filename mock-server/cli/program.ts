/** What can be typed: the commands of `understudy` and their flags. */
import { Command, Option } from 'commander';
import { version } from '../about.ts';
import { defaults, ranges } from '../options.ts';
import { documentNames, documents } from './documents.ts';
import { withConfig, withTestConfig } from './config.ts';
import {
  readClock,
  readHeaderName,
  readHosts,
  readInstant,
  readKey,
  readNumber,
  readRate,
  readTargets,
  readText,
  readUrl,
  readVariant,
} from './flags.ts';
import { type StartFlags, defaultPort, start } from './start.ts';
import { withStory } from './story-flags.ts';
import { type TestFlags, addTestFlags } from './test-flags.ts';
import { WrongUsage, hintAfter } from './wrong-usage.ts';

export const program = new Command('understudy')
  .description('A stand-in for the Face and Voice Generation Service: a mock that integrators run offline.')
  .version(version)
  .addHelpText('after', '\nWithout a command it serves the mock. "understudy start --help" shows the flags for that.')
  .showHelpAfterError(hintAfter('test'))
  .configureOutput({
    outputError: (text, write) =>
      // A flag that is mistyped may be one that takes a secret.
      write(text.replace(/^error: /, 'understudy: ').replace(/(unknown option '[^'=]*)=.*'/s, "$1'")),
  })
  .exitOverride();

program
  .command('start', { isDefault: true })
  .description('serve the mock: HTTP, WebSocket and its control API on one port')
  .showHelpAfterError(hintAfter('start'))
  // A word that is no command comes here, as the default command's argument.
  .allowExcessArguments()
  .hook('preAction', (_, { args }) => refuseWords(args))
  .optionsGroup('Where it listens:')
  .addOption(
    new Option('--port <n>', `0 picks a free one; PORT is read too (default: ${defaultPort})`)
      .argParser(readNumber(ranges.port))
      .env('UNDERSTUDY_PORT'),
  )
  .addOption(
    new Option(
      '--host <host>',
      'address to listen on; any but loopback lets other machines in, by the names of --allowed-host',
    )
      .argParser(readText)
      .default(defaults.host),
  )
  .addOption(
    new Option('--allowed-host <name...>', 'further names, or addresses, under which clients may reach it').argParser(
      readHosts,
    ),
  )
  .addOption(
    new Option(
      '--public-url <url>',
      'base of the addresses it gives out, when clients reach it under another',
    ).argParser(readUrl),
  )
  .option('--tls', 'https and wss, with a certificate that is made at the start')
  .addOption(
    new Option('--tls-cert <file>', 'https and wss, with a certificate of your own in PEM').argParser(readText),
  )
  .addOption(new Option('--tls-key <file>', 'the key that belongs to it').argParser(readText))
  .optionsGroup('What it does:')
  .addOption(
    new Option('--seed <n>', 'ids, timings, outcomes and media are a function of it')
      .argParser(readNumber(ranges.seed))
      .default(defaults.seed),
  )
  .addOption(
    new Option('--clock <mode>', 'real, manual, or a speed such as 60x').argParser(readClock).default(defaults.clock),
  )
  .addOption(new Option('--start <instant>', 'time of its clock at the start, ISO 8601').argParser(readInstant))
  .addOption(
    new Option('--rate-limit <n>', 'requests a minute for each key, or off')
      .argParser(readRate)
      .default(defaults.rateLimit),
  )
  .addOption(
    new Option(
      '--job-time <seconds>',
      'length of every render (default: 0.5 to 2 s, from the seed, and longer for long inputs: up to 102 s)',
    ).argParser(readNumber(ranges.jobTime)),
  )
  .addOption(
    new Option('--concurrency <n>', 'renders at once, of each account')
      .argParser(readNumber(ranges.concurrency))
      .default(defaults.concurrency),
  )
  .addOption(
    new Option('--queue <n>', 'waiting line of each account')
      .argParser(readNumber(ranges.queue))
      .default(defaults.queue),
  )
  .optionsGroup('What the document leaves open:')
  .addOption(
    new Option(
      '--variant <gap=value...>',
      'another lawful behaviour for a gap: "understudy spec gaps" shows all',
    ).argParser(readVariant),
  )
  .addOption(
    new Option('--variants <how>', 'shuffle draws a lawful behaviour for every other gap, from the seed').choices([
      'shuffle',
    ]),
  )
  .addOption(
    new Option(
      '--variants-from <file>',
      'lawful behaviour for gaps from a file, as "understudy test --drift" writes it',
    ).argParser(readText),
  )
  .optionsGroup('What happens to its clients:')
  .addOption(
    new Option(
      '--scenario <name|file>',
      'a story of failures to play; flags go before what it gives: "understudy scenario list" shows all',
    ).argParser(readText),
  )
  .option('--move-job-route', 'jobs have another path than usual: only clients that poll status_url find them')
  .optionsGroup('Its webhooks:')
  .addOption(
    new Option(
      '--callback-allow <target...>',
      'where webhooks may go beyond loopback: hosts, addresses, ranges',
    ).argParser(readTargets),
  )
  .addOption(
    new Option('--signature-time <which>', 't of a signature: real time (wall), or that of its clock (clock)')
      .choices(['wall', 'clock'])
      .default(defaults.signatureTime),
  )
  .addOption(
    new Option('--signature-header <name>', 'header that the signature stands in')
      .argParser(readHeaderName)
      .default(defaults.signatureHeader),
  )
  .optionsGroup('Its first account:')
  .addOption(new Option('--api-key <key>', "instead of the seed's").argParser(readKey).env('UNDERSTUDY_API_KEY'))
  .addOption(
    new Option('--webhook-secret <secret>', "instead of the seed's")
      .argParser(readText)
      .env('UNDERSTUDY_WEBHOOK_SECRET'),
  )
  .addOption(
    new Option('--balance <usd>', 'opening balance').argParser(readNumber(ranges.balance)).default(defaults.balance),
  )
  .optionsGroup('What it says:')
  .addOption(
    new Option('--log-format <format>', 'pretty or json (default: pretty on a terminal)').choices(['pretty', 'json']),
  )
  .option('--quiet', 'only warnings and failures')
  .addOption(
    new Option('--ready-file <file>', 'written when it serves, with everything a program needs to use it').argParser(
      readText,
    ),
  )
  .optionsGroup('Where it is told all this:')
  .addOption(
    new Option(
      '--config <file>',
      'flags in a file, without their dashes; flags and variables go first (default: understudy.config.json, .yaml or .yml)',
    ).argParser(readText),
  )
  .action(async (flags: StartFlags, command: Command) =>
    start(await withStory(await withConfig(flags, command), command)),
  );

addTestFlags(
  program.command('test').description('judge a server: which clauses of the document it keeps, and which it breaks'),
).action(async (flags: TestFlags, command: Command) => {
  // Loaded only here: the judge is large, and every start of the mock would pay for it.
  const { test } = await import('./test.ts');
  await test(await withTestConfig(flags, command));
});

program
  .command('spec')
  .description('print a document of the contract')
  .argument('<document>', documentNames.join(', '))
  .option('--json', 'print tables as JSON')
  .action(documents);

const scenario = program.command('scenario').description('stories of failures, for start --scenario');
scenario
  .command('list')
  .description('the stories that come with it')
  .option('--json', 'as JSON, with what each is about')
  .action(async (flags: { readonly json?: true }) => (await import('./scenario.ts')).listScenarios(flags));
scenario
  .command('show')
  .description('print the file of a story, to read or to begin your own with')
  .argument('<name>', 'of a story')
  .action(async (name: string) => (await import('./scenario.ts')).showScenario(name));
scenario
  .command('check')
  .description('say what is wrong with a story, with line and column; the exit code is then 2')
  .argument('<file>', 'a file of YAML or JSON')
  .action(async (file: string) => (await import('./scenario.ts')).checkScenario(file));

const refuseWords = (words: readonly string[]): void => {
  const [word] = words;
  if (word === undefined) return;
  const commands = program.commands.map((known) => known.name());
  if (program.args[0] === 'start') throw new WrongUsage(`start takes flags only, got ${word}`);
  if (commands.includes(word)) throw new WrongUsage(`the command comes first: understudy ${word} and then its flags`);
  throw new WrongUsage(`there is no command ${word}: choose ${commands.join(', ')}`);
};
