/** The rules that inject faults, in the order in which they are asked. */
import type { FaultRuleBody } from '../../../../spec/schemas/faults.ts';
import { ask } from '../ask.ts';
import { Action } from '../parts/action.tsx';
import { Card, Empty } from '../parts/card.tsx';

export const FaultRules = ({ rules }: { rules: readonly FaultRuleBody[] }) => (
  <Card
    title="Rules in force"
    side={
      rules.length > 0 && (
        <Action tone="danger" done="All rules are taken away" run={() => ask('faults', 'DELETE')}>
          Take all away
        </Action>
      )
    }
  >
    {rules.length === 0 ? (
      <Empty>None: the mock does what it should. Turn on a fault below, or add a rule.</Empty>
    ) : (
      <ul class="switch-list">
        {rules.map((rule) => (
          <li key={rule.id}>
            <div class="grow">
              <strong>{rule.then.fault}</strong> <code class="faint">{rule.id}</code>
              <p>
                {whenInWords(rule)}
                {toldInWords(rule)}
              </p>
            </div>
            <Action
              title={`Take the rule ${rule.id ?? ''} away`}
              done={`Taken away: ${rule.id ?? ''}`}
              run={() => ask(`faults/${encodeURIComponent(rule.id ?? '')}`, 'DELETE')}
            >
              Delete<span class="hidden"> {rule.id}</span>
            </Action>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const whenInWords = ({ when }: FaultRuleBody): string => {
  const said = Object.entries(when).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  return said.length === 0 ? 'always' : `when ${said.join(', ')}`;
};

const toldInWords = ({ then }: FaultRuleBody): string => {
  const said = Object.entries(then).flatMap(([name, value]) => (name === 'fault' ? [] : [`${name} ${value}`]));
  return said.length === 0 ? '' : ` · ${said.join(', ')}`;
};
