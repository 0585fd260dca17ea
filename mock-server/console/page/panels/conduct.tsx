/** How the client has kept the document: the rules that it broke first, with what to change and what shows it. */
import { useState } from 'preact/hooks';
import { useAsked } from '../ask.ts';
import type { Panel } from '../panel.ts';
import { Card, Empty, Problem } from '../parts/card.tsx';
import { journal, mainAccount, worldVersion } from '../store.ts';
import { useCalm } from '../use-calm.ts';
import { ConductRule, type RuleVerdict } from './conduct-rule.tsx';

type Verdict = RuleVerdict['verdict'];
type Scorecard = {
  readonly entries: { readonly read: number; readonly forgotten: number };
  readonly summary: { readonly [verdict in Verdict]: number };
  readonly rules: readonly RuleVerdict[];
  readonly not_observable: readonly { readonly clause: string; readonly why: string }[];
};

/** Each judgement reads the whole journal. */
const pauseMs = 2_000;

const Conduct = () => {
  const [isEnded, setEnded] = useState(false);
  const [areStrangers, setStrangers] = useState(false);
  const seen = useCalm(`${worldVersion.value} ${journal.version.value}`, pauseMs);
  const account = areStrangers ? 'none' : mainAccount.value;
  const { answer: card, problem } = useAsked<Scorecard>(
    account === '' ? undefined : `conduct?account_id=${encodeURIComponent(account)}&ended=${isEnded}`,
    seen,
  );
  return (
    <div class="overview">
      <div class="filters free">
        <span class="grow">
          {areStrangers ? 'Calls of no known account' : `The client of ${account}`}
          {card !== undefined && (
            <span class="faint">
              , by {card.entries.read} journal entries
              {card.entries.forgotten > 0 && ` (${card.entries.forgotten} older ones are gone)`}
            </span>
          )}
        </span>
        <label class="check">
          <input type="checkbox" checked={isEnded} onChange={({ currentTarget }) => setEnded(currentTarget.checked)} />
          It is done: what it left undone counts
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={areStrangers}
            onChange={({ currentTarget }) => setStrangers(currentTarget.checked)}
          />
          Calls of no known account
        </label>
      </div>
      <Problem text={problem} />
      {card !== undefined && <Judged card={card} />}
    </div>
  );
};

const Judged = ({ card: { summary, rules, not_observable: unseen } }: { card: Scorecard }) => {
  const of = (verdict: Verdict): readonly RuleVerdict[] => rules.filter((rule) => rule.verdict === verdict);
  return (
    <>
      <dl class="tiles">
        {(['fail', 'warn', 'pass', 'not_testable'] as const).map((verdict) => (
          <div key={verdict} class="tile">
            <dt>{titles[verdict]}</dt>
            <dd>{summary[verdict]}</dd>
          </div>
        ))}
      </dl>
      <Card title={titles.fail}>
        <RuleList rules={of('fail')} none="No rule was broken." />
      </Card>
      {summary.warn > 0 && (
        <Card title={titles.warn}>
          <RuleList rules={of('warn')} none="" />
        </Card>
      )}
      <Card title={titles.pass}>
        <details open={summary.fail + summary.warn === 0}>
          <summary>{summary.pass} rules</summary>
          <RuleList rules={of('pass')} none="Nothing has been kept yet: there was no occasion." />
        </details>
      </Card>
      <Card title={titles.not_testable}>
        <details>
          <summary>{summary.not_testable} rules, and what would have to happen</summary>
          <RuleList rules={of('not_testable')} none="There was an occasion for every rule." />
        </details>
        <details>
          <summary>{unseen.length} clauses that no journal can show</summary>
          <ul class="entries">
            {unseen.map(({ clause, why }) => (
              <li key={clause}>
                <a href={`docs/clauses#${clause}`}>
                  <code>{clause}</code>
                </a>
                <p>{why}</p>
              </li>
            ))}
          </ul>
        </details>
      </Card>
    </>
  );
};

const titles: { readonly [verdict in Verdict]: string } = {
  fail: 'Broken',
  warn: 'Unwise',
  pass: 'Kept',
  not_testable: 'Nothing to judge',
};

const RuleList = ({ rules, none }: { rules: readonly RuleVerdict[]; none: string }) =>
  rules.length === 0 ? (
    <Empty>{none}</Empty>
  ) : (
    <ul class="entries">
      {rules.map((rule) => (
        <ConductRule key={rule.id} rule={rule} />
      ))}
    </ul>
  );

export const conduct: Panel = {
  id: 'conduct',
  title: 'Conduct',
  icon: 'M3 8.500l3 3 7-7.500M3 13.500h10',
  key: 'u',
  group: 'Judge',
  view: Conduct,
};
