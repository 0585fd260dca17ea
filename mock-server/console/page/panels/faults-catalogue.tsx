/** Every fault that there is, by what it meets, as a switch: on, it hits always, with its usual figures. */
import { useState } from 'preact/hooks';
import { type FaultFamily, type FaultName, faultEntry, faultFamilies, faultNames } from '../../../../spec/faults.ts';
import type { FaultRuleBody } from '../../../../spec/schemas/faults.ts';
import { ask } from '../ask.ts';
import { Card, Empty } from '../parts/card.tsx';
import { FilterBox } from '../parts/filter-box.tsx';
import { Switch } from '../parts/switch.tsx';
import { account } from '../store.ts';

export const FaultCatalogue = ({
  rules,
  onChoose,
}: {
  rules: readonly FaultRuleBody[];
  onChoose: (fault: FaultName) => void;
}) => {
  const [text, setText] = useState('');
  const fits = faultNames.filter((name) =>
    `${name} ${faultEntry(name).does}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <>
      <div class="filters free">
        <FilterBox label="Filter faults" value={text} onChange={setText} />
        <span class="faint">
          A switch adds a rule that always hits{account.value !== '' && `, for ${account.value}`}.
        </span>
      </div>
      {fits.length === 0 && <Empty>No fault fits the filter.</Empty>}
      {faultFamilies.map((family) => {
        const own = fits.filter((name) => faultEntry(name).family === family);
        return (
          own.length > 0 && (
            <Card key={family} title={titles[family]} side={<span class="faint">{own.length}</span>}>
              <ul class="switch-list">
                {own.map((name) => (
                  <FaultLine
                    key={name}
                    name={name}
                    isOn={rules.some(({ id }) => id === switchId(name))}
                    onChoose={() => onChoose(name)}
                  />
                ))}
              </ul>
            </Card>
          )
        );
      })}
    </>
  );
};

const FaultLine = ({ name, isOn, onChoose }: { name: FaultName; isOn: boolean; onChoose: () => void }) => {
  const { does, clause, only, params } = faultEntry(name);
  const told = Object.entries(params).map(([param, { default: usual }]) => `${param} ${usual}`);
  return (
    <li>
      <div class="grow">
        <strong>{name}</strong>
        <p>
          {does}
          {only !== undefined && ` It meets ${only} alone.`}
          {told.length > 0 && <span class="faint"> By default: {told.join(', ')}.</span>}
        </p>
        <p>
          <a href={`docs/clauses#${clause}`}>
            <code>{clause}</code>
          </a>
        </p>
      </div>
      <button type="button" class="quiet" onClick={onChoose}>
        With conditions<span class="hidden"> {name}</span>
      </button>
      <Switch label={name} isOn={isOn} turn={(on) => turn(name, on)} />
    </li>
  );
};

const turn = (name: FaultName, on: boolean): Promise<unknown> => {
  if (!on) return ask(`faults/${switchId(name)}`, 'DELETE');
  const when = account.value === '' ? {} : { account_id: account.value };
  return ask('faults', 'POST', { id: switchId(name), when, then: { fault: name } });
};

/** The rule of a switch, which no other rule is taken for: of each account its own, and one for all. */
const switchId = (name: FaultName): string => `switch.${name}${account.value && `.${account.value}`}`;

const titles: { readonly [family in FaultFamily]: string } = {
  request: 'Requests',
  job: 'Jobs',
  webhook: 'Webhooks',
  session: 'Session calls',
  socket: 'Sockets',
};
