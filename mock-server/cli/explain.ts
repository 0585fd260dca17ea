/** `understudy explain`: why something is as it is, as a time line for people or as JSON. */
import type { Explanation } from '../../spec/schemas/explain.ts';
import { visible } from '../../contract-tests/report/visible.ts';
import { openControl } from './control-client.ts';
import type { ExplainFlags } from './explain-flags.ts';
import { explanationText } from './explain-text.ts';
import { jsonOf } from './json-lines.ts';

export const explain = async (id: string, flags: ExplainFlags): Promise<void> => {
  const explanation = await openControl(flags).get<Explanation>(`/explain/${encodeURIComponent(id)}`);
  process.stdout.write(flags.json ? `${jsonOf(explanation, 2)}\n` : shown(explanation));
};

/** What clients send does not steer the terminal. */
const shown = (explanation: Explanation): string => visible(explanationText(explanation), { keepsLines: true });
