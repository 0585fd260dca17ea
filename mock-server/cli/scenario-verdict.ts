/** `understudy scenario verdict`: what the story that a running mock plays says of all that has happened there until now. */
import colors from 'picocolors';
import { claimText } from '../../contract-tests/scenario/text.ts';
import type { StoryVerdict } from '../story-verdict.ts';
import { openControl } from './control-client.ts';
import type { ControlFlags } from './control-flags.ts';
import { jsonOf } from './json-lines.ts';

export type ScenarioVerdictFlags = ControlFlags & { readonly json?: true };

export const tellVerdict = async (flags: ScenarioVerdictFlags): Promise<void> => {
  const verdict = await openControl(flags).get<StoryVerdict>('/scenarios/verdict');
  process.stdout.write(flags.json === true ? `${jsonOf(verdict, 2)}\n` : textOf(verdict));
  process.exitCode = verdict.holds ? 0 : 1;
};

const textOf = ({ name, title, judged_by: judge, claims }: StoryVerdict): string => {
  const by = judge === undefined ? '' : `, judged by what ${judge} promises`;
  const heading = `${colors.bold(title)}\n${colors.dim(name + by)}\n\n`;
  if (claims.length === 0) return `${heading}it says nothing of what must hold: it has no then\n`;
  return heading + claims.map((claim) => claimText(claim, colors)).join('');
};
