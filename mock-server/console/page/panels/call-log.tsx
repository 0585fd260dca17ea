/** The calls that the page has made as a customer, newest first, each with its command for a shell and what came back. */
import { Copy } from '../parts/action.tsx';
import { CodeBadge, StatusBadge } from '../parts/badge.tsx';
import { Card, Empty } from '../parts/card.tsx';
import { length } from '../figures.ts';
import { calls } from './try-it-calls.ts';

export const CallLog = ({ isBusy }: { isBusy: boolean }) => (
  <Card
    title="Requests"
    side={
      calls.value.length > 0 && (
        <button type="button" class="link" disabled={isBusy} onClick={() => (calls.value = [])}>
          Clear
        </button>
      )
    }
    class="call-log"
  >
    {calls.value.length === 0 ? (
      <Empty>Each request appears here as it goes, with the command that does the same from a shell.</Empty>
    ) : (
      <ol reversed>
        {calls.value.toReversed().map(({ n, method, path, status, ms, curl, answer }) => (
          <li key={n}>
            <details>
              <summary>
                <span class="method">{method}</span> <span class="path">{path}</span>
                {status === undefined ? <StatusBadge status="running" /> : <CodeBadge code={status} />}
                <span class="faint figure">{status === undefined ? '' : length(ms)}</span>
              </summary>
              <pre class="body">{curl}</pre>
              <div class="buttons">
                <Copy text={() => curl}>Copy as curl</Copy>
              </div>
              {answer !== '' && <pre class="body">{pretty(answer)}</pre>}
            </details>
          </li>
        ))}
      </ol>
    )}
  </Card>
);

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
