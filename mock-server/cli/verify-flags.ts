/** The flags of `understudy verify`. */
import { type Command, Option } from 'commander';
import { readText } from './flags.ts';
import { headerOption, readSeconds, secretOption, toleranceOption } from './webhook-flags.ts';

export type VerifyFlags = {
  readonly signature: string;
  readonly secret?: string;
  readonly tolerance: number;
  /** Unix seconds. */
  readonly now?: number;
  readonly signatureHeader: string;
  readonly json?: boolean;
};

export const addVerify = (program: Command): Command =>
  program
    .command('verify')
    .description('say whether a signature fits a body and is fresh, and if not, why')
    .argument('[file]', 'the body, byte for byte; without it, or with -, standard input')
    .requiredOption('--signature <value>', 'of the header, with or without its name', readText)
    .addOption(secretOption())
    .addOption(toleranceOption())
    .addOption(new Option('--now <time>', "the receiver's time, instead of this machine's").argParser(readSeconds))
    .addOption(headerOption())
    .option('--json', 'print the verdict as JSON')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, flags: VerifyFlags) => (await import('./verify.ts')).verify(file, flags));

const examples = `
Examples (the secret is in UNDERSTUDY_WEBHOOK_SECRET):
  $ understudy verify body.json --signature "t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"
  $ understudy verify body.json --signature "$(understudy sign body.json)"
  $ understudy verify body.json --signature "$HEADER" --tolerance off
      whatever its age

Exit codes: 0 a valid signature, 1 any other, 2 wrong usage: no secret, or a file that cannot be read.`;
