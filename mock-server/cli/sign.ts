/** `understudy sign`: the signature header of a body, as curl's -H takes it. */
import { wallSeconds } from '../engine/clock.ts';
import { sign as signatureOf } from '../webhooks/signature.ts';
import { printJson } from './json-lines.ts';
import { readBody } from './read-body.ts';
import type { SignFlags } from './sign-flags.ts';
import { neededSecret } from './webhook-secret.ts';

/** Throws `WrongUsage` without a secret, and for a file that cannot be read. */
export const sign = async (file: string | undefined, flags: SignFlags): Promise<void> => {
  const secret = neededSecret(flags.secret);
  const body = await readBody(file);
  const t = flags.timestamp ?? wallSeconds();
  const value = signatureOf(body, secret, t);
  if (flags.json !== true) return void process.stdout.write(`${flags.signatureHeader}: ${value}\n`);
  printJson(
    { header: flags.signatureHeader, value, t, v1: value.slice(value.indexOf('v1=') + 3), bytes: body.length },
    2,
  );
};
