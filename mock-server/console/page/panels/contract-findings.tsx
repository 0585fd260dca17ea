/** What a run found: figures, and each finding with what shows it and how to see it again. */
import { length } from '../figures.ts';
import { Copy } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Card, Empty, Facts } from '../parts/card.tsx';
import { type ContractReport, type ReportedCheck, verdictTones, verdicts } from './contract-report.ts';

export const ReportShown = ({ report }: { report: ContractReport }) => {
  const findings = report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const worstFirst = [...findings].sort((one, other) => rank(one) - rank(other));
  return (
    <>
      <dl class="tiles">
        {verdicts.map((verdict) => (
          <div key={verdict} class="tile">
            <dt>{verdict}</dt>
            <dd>{report.summary[verdict] ?? 0}</dd>
          </div>
        ))}
      </dl>
      <Card title="Run">
        <Facts
          of={[
            ['Target', report.target],
            ['Began', report.started_at],
            ['Took', length(report.duration_ms)],
            ['Requests', report.requests],
            ['Profile', report.profile],
            ['Seed', report.seed],
            ['Version', report.version],
          ]}
        />
      </Card>
      <Card title="Findings" side={<span class="faint">{findings.length}</span>}>
        {findings.length === 0 ? (
          <Empty>No check found anything.</Empty>
        ) : (
          <ul class="entries">
            {worstFirst.map((check) => (
              <Finding key={check.id} check={check} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
};

const rank = ({ verdict }: ReportedCheck): number => verdicts.indexOf(verdict);

const Finding = ({
  check: { id, title, verdict, message, clauses, evidence, replay_command: replay },
}: {
  check: ReportedCheck;
}) => (
  <li>
    <p>
      <Badge tone={verdictTones[verdict]}>{verdict}</Badge> <strong>{title}</strong> <code class="faint">{id}</code>
    </p>
    <p>{message}</p>
    {(evidence.expected !== null || evidence.actual !== null) && (
      <dl class="alternatives">
        <div>
          <dt>expected</dt>
          <dd>{evidence.expected}</dd>
        </div>
        <div>
          <dt>seen</dt>
          <dd>{evidence.actual}</dd>
        </div>
      </dl>
    )}
    <p>
      {clauses.map((clause) => (
        <a key={clause} class="clause-link" href={`docs/clauses#${clause}`}>
          <code>{clause}</code>
        </a>
      ))}
    </p>
    <p>
      <code class="soft">{replay}</code> <Copy text={() => replay}>Copy</Copy>
    </p>
  </li>
);
