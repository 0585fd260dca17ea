/** The flags of `understudy resend`. */
import type { Command } from 'commander';
import { type ControlFlags, addControlFlags } from './control-flags.ts';

export type ResendFlags = ControlFlags & { readonly json?: boolean };

export const addResend = (program: Command): Command =>
  addControlFlags(
    program
      .command('resend')
      .description('have a mock send a delivery once more, and see what comes of it')
      .argument('<delivery-id>', 'as "delivery_id" in the webhook')
      .option('--json', 'print the new attempt as JSON'),
  )
    .addHelpText('after', examples)
    .action(async (id: string, flags: ResendFlags) => (await import('./resend.ts')).resend(id, flags));

const examples = `
Examples:
  $ understudy resend dlv_a1_6f1g8y4u
      to the mock that UNDERSTUDY_CONTROL_URL and UNDERSTUDY_CONTROL_TOKEN name
  $ understudy resend dlv_a1_6f1g8y4u --json

It counts as none of the six. Exit codes: 0 it was answered with 2xx, 1 it was not, 2 wrong usage or a delivery that the mock does not know,
3 no mock answers, 4 the attempt is not over.`;
