/** Takes the report of a run: chosen, or dropped on it. It is read in the page, and goes nowhere. */
import { useState } from 'preact/hooks';
import { Card, Empty, Problem } from '../parts/card.tsx';
import { type ContractReport, readReport } from './contract-report.ts';

export const ReportPicker = ({
  hasReport,
  onReport,
}: {
  hasReport: boolean;
  onReport: (report: ContractReport | undefined) => void;
}) => {
  const [problem, setProblem] = useState<string | undefined>();
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const report = readReport(await file.text().catch(() => ''));
    setProblem(
      report === undefined
        ? `${file.name} is no report of understudy test: --report json=report.json writes one`
        : undefined,
    );
    if (report !== undefined) onReport(report);
  };
  return (
    <Card title="The last run" class={isOver ? 'drop-zone is-over' : 'drop-zone'}>
      <div
        class="drop-target"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        {!hasReport && (
          <Empty>
            No report yet. Judge a deployment, or this mock, with <code>understudy test</code> and{' '}
            <code>--report json=report.json</code>, and choose the file or drop it here.
          </Empty>
        )}
        <Problem text={problem} />
        <div class="buttons">
          <label class="file-choice">
            <span>Choose a report</span>
            <input
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0]);
                // The same file may be chosen again, after another run.
                currentTarget.value = '';
              }}
            />
          </label>
          {hasReport && (
            <button type="button" class="quiet" onClick={() => onReport(undefined)}>
              Put it away
            </button>
          )}
        </div>
      </div>
    </Card>
  );
};
