/** The flags of `understudy trigger`. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type WebhookEvent, webhookEvents } from '../../spec/vocabulary.ts';
import { readNumber } from './flags.ts';
import { type Override, readOverride, readRemove } from './override.ts';
import { headerOption, readReceiverUrl, readSeconds, secretOption } from './webhook-flags.ts';

export type TriggerFlags = {
  readonly to: string;
  readonly override?: readonly Override[];
  readonly add?: readonly Override[];
  readonly remove?: readonly Override[];
  readonly secret?: string;
  readonly signatureHeader: string;
  readonly signedAt?: number;
  readonly age?: number;
  readonly forge?: boolean;
  readonly attempts: number;
  readonly skipVerify?: boolean;
  readonly json?: boolean;
};

export const addTrigger = (program: Command): Command =>
  program
    .command('trigger')
    .description('send an example webhook to a receiver, signed')
    .addArgument(new Argument('<event>', 'what has happened').choices(webhookEvents))
    .optionsGroup('Where to:')
    .requiredOption('--to <url>', 'the receiver', readReceiverUrl)
    .option('--skip-verify', 'do not check the certificate of an https receiver')
    .addOption(
      new Option('--attempts <n>', 'send it so often, one after the other, with one delivery_id: retries')
        .argParser(readNumber({ min: 1, max: 1000, whole: true }))
        .default(1),
    )
    .optionsGroup('What it says:')
    .addOption(
      new Option(
        '--override <path=value>',
        'another value in the body: JSON where it can be read as such, else text; may be repeated, as may the next two',
      ).argParser(readOverride),
    )
    .addOption(new Option('--add <path=value>', 'a field more, read in the same way').argParser(readOverride))
    .addOption(new Option('--remove <path>', 'a field that is left out').argParser(readRemove))
    .optionsGroup('Its signature:')
    .addOption(secretOption())
    .addOption(headerOption())
    .addOption(new Option('--signed-at <time>', 't of the signature, instead of now').argParser(readSeconds))
    .addOption(
      new Option('--age <seconds>', 'sign as if it were so old; below 0 is the future')
        .argParser(readAge)
        .conflicts('signedAt'),
    )
    .option('--forge', 'sign with a secret that is not the right one')
    .optionsGroup('What you are told:')
    .option('--json', 'print what was sent and what came back as JSON')
    .addHelpText('after', help)
    .action(async (event: WebhookEvent, flags: TriggerFlags) => (await import('./trigger.ts')).trigger(event, flags));

const help = `
Events: ${webhookEvents.join(', ')}

Examples:
  $ understudy trigger job.succeeded --to localhost:3000/webhook
  $ understudy trigger job.failed --to localhost:3000/webhook --override data.error.code=content_rejected
      another way to fail
  $ understudy trigger job.succeeded --to localhost:3000/webhook --age 400
      too old: a receiver has to refuse it
  $ understudy trigger job.succeeded --to localhost:3000/webhook --forge
      signed by somebody else: a receiver has to refuse it
  $ understudy trigger job.succeeded --to localhost:3000/webhook --attempts 2
      the same delivery twice: a receiver acts once

Exit codes: 0 each was answered with 2xx or, where it has to be refused, with another status, 1 one was not, 2 wrong usage, 3 nobody answered.`;

const readAge = (text: string): number => {
  if (!/^-?\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
};
