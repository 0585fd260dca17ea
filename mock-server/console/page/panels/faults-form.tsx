/** One more rule: which fault, with which figures, and what must hold for it to hit. What is left empty is not said. */
import { useState } from 'preact/hooks';
import { type FaultName, faultEntry, faultFamilies, faultNames } from '../../../../spec/faults.ts';
import { capabilities } from '../../../../spec/vocabulary.ts';
import { ask, useAsked } from '../ask.ts';
import { Action } from '../parts/action.tsx';
import { Card } from '../parts/card.tsx';
import { accounts } from '../store.ts';

type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { operationId?: string } } };
};

/** What was typed, by the name of the condition or the figure. */
type Typed = { readonly [name: string]: string };

export const FaultForm = ({ fault, onFault }: { fault: FaultName; onFault: (fault: FaultName) => void }) => {
  const [typed, setTyped] = useState<{ readonly of: FaultName; readonly figures: Typed }>({ of: fault, figures: {} });
  // Figures are of one fault alone; conditions stay.
  const figures = typed.of === fault ? typed.figures : {};
  const [when, setWhen] = useState<Typed>({});
  const { answer: document } = useAsked<Document>('openapi.json');
  const operations = Object.values(document?.paths ?? {})
    .flatMap((methods) => Object.values(methods).map(({ operationId = '' }) => operationId))
    .filter((id) => id !== '');
  const { params, does, family } = faultEntry(fault);
  const condition = (name: string): { value: string; onChange: (text: string) => void } => ({
    value: when[name] ?? '',
    onChange: (text) => setWhen({ ...when, [name]: text }),
  });
  const on = family === 'webhook' ? 'delivery' : family === 'socket' ? 'connect' : undefined;
  const said = { ...when, on: when['on'] === on ? (on ?? '') : '' };
  const rule = { when: asRule(said, countedConditions), then: { fault, ...asRule(figures, Object.keys(params)) } };
  return (
    <Card title="Add a rule" side={<span class="faint">everything that is said must hold</span>}>
      <div class="form-grid">
        <label class="wide">
          Fault
          <select
            aria-label="Fault"
            value={fault}
            onChange={({ currentTarget }) => onFault(currentTarget.value as FaultName)}
          >
            {faultFamilies.map((group) => (
              <optgroup key={group} label={group}>
                {faultNames
                  .filter((name) => faultEntry(name).family === group)
                  .map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          <span class="faint">{does}</span>
        </label>
        {Object.entries(params).map(([name, param]) => {
          const change = (text: string): void => setTyped({ of: fault, figures: { ...figures, [name]: text } });
          return 'values' in param ? (
            <Pick
              key={name}
              label={name}
              of={param.values.map(String)}
              value={figures[name] ?? ''}
              onChange={change}
              none={`${param.default} (usual)`}
            />
          ) : (
            <NumberField
              key={name}
              label={`${name} (${param.unit}, ${param.min} to ${param.max})`}
              value={figures[name] ?? ''}
              onChange={change}
              usual={String(param.default)}
            />
          );
        })}
        <Pick label="operation" of={operations} {...condition('operation')} />
        <Pick
          label="account_id"
          of={accounts.list.value.map(({ account_id: id }) => id)}
          {...condition('account_id')}
        />
        <Pick label="feature" of={capabilities} {...condition('feature')} />
        {on !== undefined && <Pick label="on" of={[on]} none="request" {...condition('on')} />}
        <NumberField label="nth (only this occasion)" {...condition('nth')} />
        <NumberField label="every (one of so many)" {...condition('every')} />
        <NumberField label="chance (0 to 1)" {...condition('chance')} />
        <NumberField label="times (at most)" {...condition('times')} />
      </div>
      <div class="buttons">
        <Action tone="main" done={`Added: ${fault}`} run={() => ask('faults', 'POST', rule)}>
          Add the rule
        </Action>
      </div>
      <details>
        <summary>The body of POST faults</summary>
        <pre>{JSON.stringify(rule, null, 2)}</pre>
      </details>
    </Card>
  );
};

const countedConditions: readonly string[] = ['nth', 'every', 'chance', 'times'];

/** @param counted what is a number where it looks like one */
const asRule = (typed: Typed, counted: readonly string[]): { readonly [name: string]: string | number } =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, counted.includes(name) && !Number.isNaN(Number(text)) ? Number(text) : text]),
  );

const Pick = ({
  label,
  of,
  value,
  onChange,
  none = 'any',
}: {
  label: string;
  of: readonly string[];
  value: string;
  onChange: (text: string) => void;
  none?: string;
}) => (
  <label>
    {label}
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{none}</option>
      {of.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  </label>
);

const NumberField = ({
  label,
  value,
  onChange,
  usual = 'any',
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  usual?: string;
}) => (
  <label>
    {label}
    <input
      type="number"
      step="any"
      placeholder={usual}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
);
