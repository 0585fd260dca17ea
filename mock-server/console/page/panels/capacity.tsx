/** What is available to everyone, as switches: each says what a client meets while it is off. */
import type { ComponentChildren } from 'preact';
import { type HttpErrorCode, httpErrors } from '../../../../spec/errors.ts';
import { announce } from '../announce.ts';
import { ask, said, useAsked } from '../ask.ts';
import type { Panel } from '../panel.ts';
import { Card, Problem } from '../parts/card.tsx';
import { Segments } from '../parts/segments.tsx';
import { Switch } from '../parts/switch.tsx';
import { capacityVersion, worldVersion } from '../store.ts';

type CapacityState = {
  readonly tiers: { readonly [tier: string]: boolean };
  readonly voice: 'ready' | 'warming' | 'none';
  readonly capabilities: { readonly [capability: string]: boolean };
  readonly saturated: boolean;
};

/** It is told by the feed that it has changed, and then asked for anew. */
const change = (part: object): Promise<unknown> => ask('capacity', 'PUT', part);

const Capacity = () => {
  const { answer, problem } = useAsked<CapacityState>('capacity', `${capacityVersion.value} ${worldVersion.value}`);
  if (answer === undefined) return <Problem text={problem} />;
  return (
    <div class="overview">
      <div class="columns">
        <Card title="Platform">
          <ul class="switch-list">
            <Line name="Saturated" what={<>Submits of jobs are refused: {refusal('at_capacity')}.</>}>
              <Switch
                label="Saturated"
                isOn={answer.saturated}
                turn={(saturated) => change({ saturated })}
                words={['yes', 'no']}
              />
            </Line>
          </ul>
        </Card>
        <Voice voice={answer.voice} />
        <Card title="Tiers of live swap">
          <ul class="switch-list">
            {Object.entries(answer.tiers).map(([tier, isOn]) => (
              <Line key={tier} name={tier} what={<>Without it, its sessions: {refusal('capacity_unavailable')}.</>}>
                <Switch label={`Tier ${tier}`} isOn={isOn} turn={(on) => change({ tiers: { [tier]: on } })} />
              </Line>
            ))}
          </ul>
        </Card>
      </div>
      <Card title="Capabilities" side={<span class="faint">one that is off: {refusal('capability_unavailable')}</span>}>
        <ul class="switch-list in-columns">
          {Object.entries(answer.capabilities).map(([capability, isOn]) => (
            <Line key={capability} name={capability}>
              <Switch
                label={`Capability ${capability}`}
                isOn={isOn}
                turn={(on) => change({ capabilities: { [capability]: on } })}
              />
            </Line>
          ))}
        </ul>
      </Card>
    </div>
  );
};

const Line = ({ name, what, children }: { name: string; what?: ComponentChildren; children: ComponentChildren }) => (
  <li>
    <div class="grow">
      <strong>{name}</strong>
      {what !== undefined && <p>{what}</p>}
    </div>
    {children}
  </li>
);

const Voice = ({ voice }: Pick<CapacityState, 'voice'>) => (
  <Card title="Voice engine">
    <div class="buttons">
      <Segments
        label="Voice engine"
        value={voice}
        of={voices}
        onChoose={(chosen) => void change({ voice: chosen }).catch((error: unknown) => announce(said(error), 'bad'))}
      />
    </div>
    <p class="faint">
      {voice === 'ready' && 'Voice sessions are made.'}
      {voice === 'warming' && (
        <>Voice sessions: {refusal('capacity_warming')}. By the clock, it gets ready by itself.</>
      )}
      {voice === 'none' && <>Voice sessions: {refusal('capacity_unavailable')}.</>}
    </p>
  </Card>
);

const voices = [
  ['ready', 'Ready'],
  ['warming', 'Warming'],
  ['none', 'None'],
] as const;

const refusal = (code: HttpErrorCode) => (
  <>
    {httpErrors[code].status} <code>{code}</code>
  </>
);

export const capacity: Panel = {
  id: 'capacity',
  title: 'Capacity',
  icon: 'M3 13.500v-4h2.500v4zM6.800 13.500v-7h2.500v7zM10.500 13.500v-11H13v11z',
  key: 'a',
  group: 'Steer',
  view: Capacity,
};
