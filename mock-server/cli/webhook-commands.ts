/** The commands for webhooks. Each loads its work only when it is called. */
import type { Command } from 'commander';
import { addListen } from './listen-flags.ts';
import { addResend } from './resend-flags.ts';
import { addSign } from './sign-flags.ts';
import { addTrigger } from './trigger-flags.ts';
import { addVerify } from './verify-flags.ts';

export const addWebhookCommands = (program: Command): void => {
  for (const add of [addListen, addTrigger, addResend, addSign, addVerify]) add(program);
};
