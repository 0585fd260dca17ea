/** What the document leaves open: each question, what this mock does, and what else would be lawful. */
import { useState } from 'preact/hooks';
import { sections } from '../../../../spec/clause.ts';
import type { Gap } from '../../../../spec/gap.ts';
import { useAsked } from '../ask.ts';
import type { Panel } from '../panel.ts';
import { Copy } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Card, Empty, Problem } from '../parts/card.tsx';
import { Choice, FilterBox } from '../parts/filter-box.tsx';
import { Prose } from '../parts/prose.tsx';
import { worldVersion } from '../store.ts';

type KnownGap = Gap & { readonly id: string };
type ChoicesState = {
  readonly choices: { readonly [gap: string]: string };
  readonly changed: readonly string[];
};

const Gaps = () => {
  const { answer: all = [] } = useAsked<readonly KnownGap[]>('gaps.json');
  const { answer: inForce, problem } = useAsked<ChoicesState>('choices', worldVersion.value);
  const [text, setText] = useState('');
  const [section, setSection] = useState('');
  const [which, setWhich] = useState('');
  if (inForce === undefined) return <Problem text={problem} />;
  const { choices, changed } = inForce;
  const isChanged = ({ id }: KnownGap): boolean => changed.includes(id);
  const shown = all.filter(
    (gap) =>
      (section === '' || gap.section === section) &&
      (which === '' || (which === 'changed' ? isChanged(gap) : 'values' in gap)) &&
      `${gap.id} ${gap.question} ${choices[gap.id] ?? ''}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <div class="overview">
      <Changed choices={choices} changed={changed} />
      <section class="card" aria-label="Questions">
        <div class="filters">
          <FilterBox label="Filter gaps" value={text} onChange={setText} />
          <Choice label="Section" value={section} of={Object.entries(sections)} onChange={setSection} />
          <Choice
            label="Which"
            value={which}
            of={[
              ['changed', 'changed'],
              ['wire', 'can be chosen'],
            ]}
            onChange={setWhich}
          />
          <span class="faint figure">{shown.length}</span>
        </div>
        {shown.length === 0 ? (
          <Empty>No gap fits the filter.</Empty>
        ) : (
          <ul class="entries">
            {shown.map((gap) => (
              <GapEntry key={gap.id} gap={gap} value={choices[gap.id]} isChanged={isChanged(gap)} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
};

const Changed = ({ choices, changed }: ChoicesState) => (
  <Card title="Variants" side={changed.length > 0 && <Copy text={() => flagsOf(choices, changed)}>Copy as flags</Copy>}>
    <p>
      {changed.length === 0
        ? `All ${Object.keys(choices).length} points that can be chosen are as usual. Start the mock with --variant, or with --variants shuffle, to have it answer in other lawful ways.`
        : `${changed.length} of ${Object.keys(choices).length} points are not as usual. They were chosen when the mock was started.`}
    </p>
    {changed.length > 0 && (
      <ul class="plain-list">
        {changed.map((id) => (
          <li key={id}>
            <code>
              {id}={choices[id]}
            </code>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const flagsOf = (choices: ChoicesState['choices'], changed: readonly string[]): string =>
  changed.map((id) => `--variant ${id}=${choices[id] ?? ''}`).join(' ');

const GapEntry = ({ gap, value, isChanged }: { gap: KnownGap; value: string | undefined; isChanged: boolean }) => (
  <li>
    <p>
      <a href={`docs/gaps#${gap.id}`}>
        <code>{gap.id}</code>
      </a>{' '}
      {isChanged && <Badge tone="warn">changed</Badge>}
    </p>
    <p class="strong">
      <Prose text={gap.question} />
    </p>
    {'values' in gap ? (
      <>
        <p>
          <Badge tone="info">{value ?? gap.default}</Badge> <Prose text={gap.values[value ?? gap.default] ?? ''} />
        </p>
        <details>
          <summary>{Object.keys(gap.values).length - 1} other lawful</summary>
          <dl class="alternatives">
            {Object.entries(gap.values)
              .filter(([name]) => name !== (value ?? gap.default))
              .map(([name, told]) => (
                <div key={name}>
                  <dt>
                    <code>{name}</code>
                    {name === gap.default && <span class="faint"> (usual)</span>}
                  </dt>
                  <dd>
                    <Prose text={told} />
                  </dd>
                </div>
              ))}
          </dl>
        </details>
      </>
    ) : (
      <>
        <p>
          <Prose text={gap.ours} />
        </p>
        <details>
          <summary>others</summary>
          <p>
            <Prose text={gap.others} />
          </p>
        </details>
      </>
    )}
  </li>
);

export const gapsPanel: Panel = {
  id: 'gaps',
  title: 'Gaps',
  icon: 'M6 6a2 2 0 1 1 2.800 1.800c-.6.300-.8.700-.8 1.400M8 11.500v.1M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z',
  key: 'v',
  group: 'Judge',
  view: Gaps,
};
