/** The flags of `understudy start`: the options of a mock, as they are typed. */
import { type Command, Option } from 'commander';
import { defaults, ranges } from '../options.ts';
import {
  readClock,
  readHeaderName,
  readHosts,
  readInstant,
  readKey,
  readNumber,
  readRate,
  readTargets,
  readDatabaseUrl,
  readText,
  readUrl,
  readVariant,
} from './flags.ts';
import { defaultPort } from './start.ts';

export const addStartFlags = (command: Command): Command =>
  command
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
      new Option(
        '--seed <n>',
        `ids, timings, outcomes and media are a function of it (default: ${defaults.seed})`,
      ).argParser(readNumber(ranges.seed)),
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
    .addOption(
      new Option(
        '--data <folder>',
        'keep its world there: it survives a restart, and a kill (default: nothing is kept)',
      ).argParser(readText),
    )
    .addOption(
      new Option(
        '--database-url <url>',
        'a PostgreSQL over which many processes serve one world, with --data as the folder that they share',
      )
        .argParser(readDatabaseUrl)
        .env('UNDERSTUDY_DATABASE_URL'),
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
      new Option('--verbose', 'a line for every request, delivery and socket, as it happens').conflicts('quiet'),
    )
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
    );
