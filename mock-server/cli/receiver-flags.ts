/** The flags of `understudy receiver`. */
import { type Command, Option } from 'commander';
import { type FailOn, failLevels } from '../../contract-tests/conduct-report/fail-on.ts';
import { limits } from '../../spec/limits.ts';
import { readNumber, readText } from './flags.ts';
import { readIds, readReport, reportFormats } from './test-flags.ts';
import { headerOption, readReceiverUrl, secretOption } from './webhook-flags.ts';
import { InvalidSecret } from './wrong-usage.ts';

/** Seconds. */
export const receiverDefaults = { timeout: limits.webhookResponseWaitSeconds, effectWait: 2 } as const;

export type ReceiverFlags = {
  readonly url?: string;
  readonly secret?: string;
  readonly secondSecret?: string;
  readonly signatureHeader: string;
  readonly effectUrl?: string;
  readonly effectCommand?: string;
  /** Seconds. */
  readonly effectWait: number;
  /** Seconds. */
  readonly timeout: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly json?: boolean;
  readonly failOn: FailOn;
  readonly report?: { readonly [format: string]: string };
};

export const addReceiver = (program: Command): Command =>
  program
    .command('receiver')
    .description('judge a webhook receiver: which clauses of the document it keeps, and which it breaks')
    .optionsGroup('What is judged:')
    .addOption(
      new Option('--url <url>', 'where it takes webhooks; http:// may be left out')
        .argParser(readReceiverUrl)
        .env('UNDERSTUDY_RECEIVER_URL'),
    )
    .addOption(secretOption())
    .addOption(
      new Option('--second-secret <secret>', 'another one that it is configured with, as while a secret is rotated')
        .argParser(readSecondSecret)
        .env('UNDERSTUDY_SECOND_WEBHOOK_SECRET'),
    )
    .addOption(headerOption())
    .addOption(
      new Option(
        '--timeout <seconds>',
        'how long the judge waits for its answer to each delivery; less than the document gives is stricter',
      )
        .argParser(readNumber({ min: 0.1, max: 600 }))
        .default(receiverDefaults.timeout),
    )
    .optionsGroup('What it did (see below):')
    .addOption(
      new Option('--effect-url <url>', 'an address that tells how often it has acted')
        .argParser(readReceiverUrl)
        .conflicts('effectCommand'),
    )
    .addOption(
      new Option('--effect-command <command>', 'a command that prints how often it has acted').argParser(readText),
    )
    .addOption(
      new Option('--effect-wait <seconds>', 'how long after an answer it may act at the latest')
        .argParser(readNumber({ min: 0, max: 60 }))
        .default(receiverDefaults.effectWait),
    )
    .optionsGroup('How much is judged:')
    .addOption(new Option('--only <id...>', 'cases, topics of them, or clauses').argParser(readIds))
    .addOption(new Option('--skip <id...>', 'not these').argParser(readIds))
    .optionsGroup('What counts, and where it is told:')
    .addOption(
      new Option('--fail-on <verdict>', 'exit code 1 for broken rules, also for recommendations (warn), or for none')
        .choices(failLevels)
        .default('fail'),
    )
    .option('--json', 'print the report as JSON')
    .addOption(
      new Option('--report <format=file...>', `write ${reportFormats.join(', ')}; "-" is standard output`).argParser(
        readReport,
      ),
    )
    .addHelpText('after', examples)
    .action(async (flags: ReceiverFlags) => (await import('./receiver.ts')).receiver(flags));

/** Unlike other values it is never shown where it is wrong. */
const readSecondSecret = (text: string): string => {
  if (text === '') throw new InvalidSecret('The value of --second-secret must not be empty.');
  return text;
};

const examples = `
Whether it acted: the address is asked by GET before and after each delivery, the command is run. Either gives a
number, or JSON with a number as "count": so often it has acted. Any other text only has to change when it acts,
and to stay when it does not; then repeats at the same time cannot be judged. Without either only answers are judged.

Deliveries are about jobs that do not exist, with ids that begin with job_understudy_ and dlv_understudy_.

Examples:
  $ understudy receiver --url http://localhost:3000/webhook --secret whsec_...
      the secret is better given in UNDERSTUDY_WEBHOOK_SECRET
  $ understudy receiver --url localhost:3000/webhook --effect-url http://localhost:3000/orders/count --fail-on warn
      a delivery that comes twice must not be acted on twice
  $ understudy receiver --url localhost:3000/webhook --effect-command "psql -tAc 'select count(*) from orders'"
  $ understudy receiver --url localhost:3000/webhook --only age events.signature.raw-bytes --report html=receiver.html

Exit codes: 0 fine, 1 a clause is broken, 2 wrong usage, 3 nothing can be judged there, 4 interrupted.`;
