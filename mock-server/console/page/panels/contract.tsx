/** The clauses of the document, and beside each what the last run of `understudy test` made of it: the mock cannot judge itself. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { sections } from '../../../../spec/clause.ts';
import { useAsked } from '../ask.ts';
import type { Panel } from '../panel.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/card.tsx';
import { Choice, FilterBox } from '../parts/filter-box.tsx';
import { Prose } from '../parts/prose.tsx';
import { type ContractReport, verdictTones, verdicts } from './contract-report.ts';
import { ReportPicker } from './contract-picker.tsx';
import { ReportShown } from './contract-findings.tsx';

type Clause = {
  readonly id: string;
  readonly section: string;
  readonly side: string;
  readonly level: string;
  readonly text: string;
};

/** Stays while other panels are looked at. */
const loaded = signal<ContractReport | undefined>(undefined);

const Contract = () => {
  const { answer: all = [] } = useAsked<readonly Clause[]>('clauses.json');
  const report = loaded.value;
  return (
    <div class="overview">
      <ReportPicker
        hasReport={report !== undefined}
        onReport={(next) => {
          loaded.value = next;
        }}
      />
      {report !== undefined && <ReportShown report={report} />}
      <Catalogue all={all} report={report} />
    </div>
  );
};

const Catalogue = ({ all, report }: { all: readonly Clause[]; report: ContractReport | undefined }) => {
  const [text, setText] = useState('');
  const [side, setSide] = useState('');
  const [level, setLevel] = useState('');
  const [verdict, setVerdict] = useState('');
  const judged = new Map(report?.clauses.map((clause) => [clause.id, clause]));
  const shown = all.filter(
    (clause) =>
      (side === '' || clause.side === side) &&
      (level === '' || clause.level === level) &&
      (verdict === '' || judged.get(clause.id)?.verdict === verdict) &&
      `${clause.id} ${clause.text}`.toLowerCase().includes(text.toLowerCase()),
  );
  const isNarrow = text !== '' || verdict !== '';
  return (
    <section class="card" aria-label="Clauses">
      <div class="filters">
        <FilterBox label="Filter clauses" value={text} onChange={setText} />
        <Choice label="Side" value={side} of={pairs([...new Set(all.map((one) => one.side))])} onChange={setSide} />
        <Choice label="Level" value={level} of={pairs(['must', 'should'])} onChange={setLevel} />
        {report !== undefined && <Choice label="Verdict" value={verdict} of={pairs(verdicts)} onChange={setVerdict} />}
        <span class="faint figure">{shown.length}</span>
      </div>
      {shown.length === 0 && <Empty>No clause fits the filter.</Empty>}
      {Object.entries(sections).map(([section, title]) => {
        const own = shown.filter((clause) => clause.section === section);
        return (
          own.length > 0 && (
            <details key={`${section} ${isNarrow}`} class="section" open={isNarrow}>
              <summary>
                <strong>{title}</strong> {own.length}
              </summary>
              <ul class="entries">
                {own.map((clause) => (
                  <ClauseEntry key={clause.id} clause={clause} judged={judged.get(clause.id)} />
                ))}
              </ul>
            </details>
          )
        );
      })}
    </section>
  );
};

const ClauseEntry = ({
  clause: { id, side, level, text },
  judged,
}: {
  clause: Clause;
  judged: ContractReport['clauses'][number] | undefined;
}) => (
  <li>
    <p>
      {judged !== undefined && <Badge tone={verdictTones[judged.verdict]}>{judged.verdict}</Badge>}{' '}
      <a href={`docs/clauses#${id}`}>
        <code>{id}</code>
      </a>{' '}
      <span class="faint">
        {side}, {level}
      </span>
    </p>
    <p class="soft">
      <Prose text={text} />
    </p>
    {judged?.reason !== undefined && judged.reason !== null && <p class="faint">Not judged: {judged.reason}</p>}
  </li>
);

const pairs = (values: readonly string[]): readonly (readonly [string, string])[] =>
  values.map((value) => [value, value] as const);

export const contract: Panel = {
  id: 'contract',
  title: 'Contract',
  icon: 'M4 2.500h8v11H4zM6 5.500h4M6 8h4M6.200 10.800l1 1 2-2',
  key: 'i',
  group: 'Judge',
  view: Contract,
};
