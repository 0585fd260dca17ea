/** The flags of `understudy sign`. */
import { type Command, Option } from 'commander';
import { headerOption, readSeconds, secretOption } from './webhook-flags.ts';

export type SignFlags = {
  readonly secret?: string;
  readonly timestamp?: number;
  readonly signatureHeader: string;
  readonly json?: boolean;
};

export const addSign = (program: Command): Command =>
  program
    .command('sign')
    .description('print the signature header of a body')
    .argument('[file]', 'the body, byte for byte; without it, or with -, standard input')
    .addOption(secretOption())
    .addOption(new Option('--timestamp <time>', 't of the signature, instead of now').argParser(readSeconds))
    .addOption(headerOption())
    .option('--json', 'print header, t and v1 as JSON')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, flags: SignFlags) => (await import('./sign.ts')).sign(file, flags));

const examples = `
Examples (the secret is in UNDERSTUDY_WEBHOOK_SECRET):
  $ understudy sign body.json
  $ printf '{"event":"job.succeeded"}' | understudy sign --timestamp 2026-01-01T00:00:00Z
  $ curl -H "$(understudy sign body.json)" --data-binary @body.json localhost:3000/webhook
      --data-binary, since -d leaves out line breaks: every byte is signed

Exit codes: 0 signed, 2 wrong usage: no secret, or a file that cannot be read.`;
