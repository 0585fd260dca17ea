/** The flags of `understudy listen`. Where Stripe's command has the same, it has the same name. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type WebhookEvent, webhookEvents } from '../../spec/vocabulary.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { defaults, ranges } from '../options.ts';
import { readNumber, readText } from './flags.ts';
import { type Header, readHeaders } from './forwarded-headers.ts';
import { headerOption, readReceiverUrl, secretOption, toleranceOption } from './webhook-flags.ts';

/** What the sender is answered: a status, what `--forward-to` answered, silence, or a connection that is cut. */
export type ListenAnswer = number | 'forward' | 'timeout' | 'reset';

export type ListenFlags = {
  readonly forwardTo?: string;
  readonly events?: readonly WebhookEvent[];
  /** Of what is forwarded, beside those that came: names and values. */
  readonly headers?: readonly Header[];
  readonly skipVerify?: boolean;
  readonly port: number;
  readonly host: string;
  readonly secret?: string;
  readonly printSecret?: boolean;
  readonly signatureHeader: string;
  readonly tolerance: number;
  readonly answers?: readonly ListenAnswer[];
  readonly count?: number;
  readonly json?: boolean;
};

export const listenPort = 4871;

export const addListen = (program: Command): Command =>
  program
    .command('listen')
    .description('an inbox for webhooks: verifies, shows and forwards what comes')
    .optionsGroup('Where it listens:')
    .addOption(
      new Option('--port <n>', '0 picks a free one; it takes webhooks on every path')
        .argParser(readNumber(ranges.port))
        .default(listenPort),
    )
    .addOption(new Option('--host <host>', 'address to listen on').argParser(readText).default(defaults.host))
    .optionsGroup('What becomes of a webhook:')
    .addOption(
      new Option(
        '-f, --forward-to <url>',
        'receiver that gets the same bytes and headers, and one more: Understudy-Forwarded-By',
      ).argParser(readReceiverUrl),
    )
    .addOption(
      new Option(
        '-H, --headers <name: value,...>',
        'further headers of what is forwarded, in place of those that came by the same name; may be repeated',
      ).argParser(readHeaders),
    )
    .option('--skip-verify', 'do not check the certificate of an https receiver')
    .addOption(
      new Option('-e, --events <name,...>', 'only these; others are answered 200 and not shown').argParser(readEvents),
    )
    .addOption(
      new Option(
        '--answers <answer,...>',
        'to the attempts of each delivery in turn, the last to all that follow: statuses, forward (what the receiver answered), redirect, timeout, reset (default: forward, or 200 without a receiver)',
      ).argParser(readAnswers),
    )
    .addOption(
      new Option('--count <n>', 'end after so many attempts; the exit code is 1 if a signature was wrong').argParser(
        readNumber({ min: 1, max: 1e9, whole: true }),
      ),
    )
    .optionsGroup('Its signature:')
    .addOption(secretOption())
    .option('--print-secret', 'print the secret that it verifies with, and end')
    .addOption(headerOption())
    .addOption(toleranceOption())
    .optionsGroup('What it says:')
    .option('-j, --json', 'one line of JSON for each thing that happens')
    .addOption(new Option('--print-json', 'the same').implies({ json: true }))
    .addOption(new Option('--format <format>', 'JSON: the same').choices(['JSON']).implies({ json: true }))
    .addHelpText('after', examples)
    .action(async (flags: ListenFlags) => (await import('./listen.ts')).listen(flags));

const examples = `
Examples:
  $ understudy listen --forward-to localhost:3000/webhook
      shows what comes, and hands it on
  $ understudy listen --answers 500,timeout,200
      refuses the first attempt of each delivery, lets the second hang, takes the third
  $ understudy listen -f localhost:3000/webhook --answers timeout,forward
      the receiver gets a delivery, the sender never hears so: does it act twice?
  $ understudy listen --json --count 1
      waits for one webhook, prints it, and ends
  $ WEBHOOK_SECRET=$(understudy listen --print-secret) npm start
      gives a receiver the secret that UNDERSTUDY_WEBHOOK_SECRET holds, under the name that it reads

Ctrl-C ends it, and shows what came. Exit codes: 0 ended; 1 a signature was wrong, with --count; 2 wrong usage, or a port that is taken.`;

const readEvents = (text: string): readonly WebhookEvent[] | undefined => {
  const names = wordsOf(text);
  if (names.includes('*')) return webhookEvents;
  return names.map((name) => {
    const event = webhookEvents.find((known) => known === name);
    if (event === undefined) {
      throw new InvalidArgumentError(`The events are ${webhookEvents.join(', ')}${didYouMean(name, webhookEvents)}.`);
    }
    return event;
  });
};

const readAnswers = (text: string): readonly ListenAnswer[] =>
  wordsOf(text).map((word) => {
    if (word === 'forward' || word === 'timeout' || word === 'reset') return word;
    if (word === 'redirect') return 302;
    if (/^[2-5]\d\d$/.test(word)) return Number(word);
    throw new InvalidArgumentError('An answer is a status from 200 to 599, forward, redirect, timeout or reset.');
  });

const wordsOf = (text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new InvalidArgumentError('It must be words with commas between them.');
  return words;
};
