/** Failures on purpose: the rules in force, one more of them with conditions, and the whole catalogue as switches. */
import { useRef, useState } from 'preact/hooks';
import type { FaultName } from '../../../../spec/faults.ts';
import type { FaultRuleBody } from '../../../../spec/schemas/faults.ts';
import { useAsked } from '../ask.ts';
import type { Panel } from '../panel.ts';
import { Problem } from '../parts/card.tsx';
import { faultsVersion, worldVersion } from '../store.ts';
import { FaultCatalogue } from './faults-catalogue.tsx';
import { FaultForm } from './faults-form.tsx';
import { FaultRules } from './faults-rules.tsx';

const Faults = () => {
  const { answer: rules = [], problem } = useAsked<readonly FaultRuleBody[]>(
    'faults',
    `${faultsVersion.value} ${worldVersion.value}`,
  );
  const [fault, setFault] = useState<FaultName>('request-error');
  const form = useRef<HTMLDivElement>(null);
  const choose = (chosen: FaultName): void => {
    setFault(chosen);
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.querySelector('select')?.focus();
  };
  return (
    <div class="overview">
      <Problem text={problem} />
      <FaultRules rules={rules} />
      <div ref={form} class="scroll-target">
        <FaultForm fault={fault} onFault={setFault} />
      </div>
      <FaultCatalogue rules={rules} onChoose={choose} />
    </div>
  );
};

export const faultsPanel: Panel = {
  id: 'faults',
  title: 'Faults',
  icon: 'M9 1.500L3 9h4l-1 5.500L13 7H8.500z',
  key: 'f',
  group: 'Steer',
  view: Faults,
};
