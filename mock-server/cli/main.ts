/** The command `understudy`: reads what was typed, and hands it to one file a command. */
import { Command, CommanderError, Option } from 'commander';
import { version } from '../about.ts';
import { documents } from './documents.ts';
import { readClock, readInstant, readNumber, readRate, readUrl } from './flags.ts';
import { start } from './start.ts';

/** 0 fine, 1 findings, 2 wrong usage or configuration, 3 the tool or what it works on broke. */
const exitCodes = { usage: 2, broken: 3 } as const;

const program = new Command('understudy')
  .description('A stand-in for the Face and Voice Generation Service: a mock that integrators run offline.')
  .version(version)
  .showHelpAfterError('(understudy --help shows what there is)')
  .exitOverride();

program
  .command('start', { isDefault: true })
  .description('serve the mock: HTTP and its control API on one port')
  .optionsGroup('Where it listens:')
  .addOption(
    new Option('--port <n>', '0 picks a free one')
      .argParser(readNumber({ min: 0, max: 65_535, whole: true }))
      .env('UNDERSTUDY_PORT'),
  )
  .option('--host <host>', 'address to listen on; any but loopback lets others in', '127.0.0.1')
  .option('--allowed-host <name...>', 'further Host names to answer to')
  .addOption(
    new Option(
      '--public-url <url>',
      'base of the addresses it gives out, when clients reach it under another',
    ).argParser(readUrl),
  )
  .optionsGroup('What it does:')
  .addOption(
    new Option('--seed <n>', 'ids, timings, outcomes and media are a function of it')
      .argParser(readNumber({ min: 0, max: 2 ** 32, whole: true }))
      .default(1),
  )
  .addOption(new Option('--clock <mode>', 'real, manual, or a speed such as 60x').argParser(readClock).default('real'))
  .addOption(new Option('--start <instant>', 'time of its clock at the start, ISO 8601').argParser(readInstant))
  .addOption(new Option('--rate-limit <n>', 'requests a minute for each key, or off').argParser(readRate).default(60))
  .addOption(
    new Option('--job-time <seconds>', 'length of every render (default: 0.5 to 2 s, from the seed)').argParser(
      readNumber({ min: 0, max: 86_400 }),
    ),
  )
  .addOption(
    new Option('--concurrency <n>', 'renders at once, of each account')
      .argParser(readNumber({ min: 1, max: 10_000, whole: true }))
      .default(8),
  )
  .addOption(
    new Option('--queue <n>', 'waiting line of each account')
      .argParser(readNumber({ min: 0, max: 10_000_000, whole: true }))
      .default(1_000),
  )
  .optionsGroup('Its first account:')
  .addOption(new Option('--api-key <key>', "instead of the seed's").env('UNDERSTUDY_API_KEY'))
  .addOption(new Option('--webhook-secret <secret>', "instead of the seed's").env('UNDERSTUDY_WEBHOOK_SECRET'))
  .addOption(new Option('--balance <usd>', 'opening balance').argParser(readNumber({ min: 0, max: 1e9 })).default(100))
  .optionsGroup('What it says:')
  .addOption(
    new Option('--log-format <format>', 'pretty or json (default: pretty on a terminal)').choices(['pretty', 'json']),
  )
  .option('--quiet', 'only failures')
  .option('--ready-file <file>', 'written when it serves, with everything a program needs to use it')
  .action(start);

program
  .command('spec')
  .description('print a document of the contract')
  .argument('<document>', 'openapi, asyncapi, clauses, gaps or magic')
  .option('--json', 'print tables as JSON')
  .action(documents);

const run = async (): Promise<void> => {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      return;
    }
    console.error(`understudy: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = exitCodes.broken;
  }
};

await run();
