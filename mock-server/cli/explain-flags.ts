/** What can be typed after `understudy explain`. */
import type { Command } from 'commander';
import { type ControlFlags, addControlFlags } from './control-flags.ts';

export type ExplainFlags = ControlFlags & { readonly json?: true };

export const addExplain = (program: Command): Command =>
  addControlFlags(
    program
      .command('explain')
      .description('why a job, session, webhook or charge is as it is: request, faults, clock, money, attempts')
      .argument('<id>', 'of a job, session, webhook or usage record'),
  )
    .optionsGroup('How it is told:')
    .option('--json', 'as the control API has it')
    .addHelpText('after', examples)
    .action(async (id: string, flags: ExplainFlags) => (await import('./explain.ts')).explain(id, flags));

const examples = `
Examples:
  $ understudy explain job_a1_7rk2m9x4c3pt               why did it fail, and what did it cost?
  $ understudy explain dlv_a1_7rk2m9x4c3pt               why did my webhook come so late?
  $ understudy explain use_sess_a1_7rk2m9x4c3pt --json   how was this amount computed?

Exit codes: 0 explained, 2 wrong usage or an id that the mock does not know, 3 no mock answers.`;
