/** One entry of the journal with all that was said, and the clauses that speak of it. */
import type { DeliveryEntry, JournalEntry, RequestEntry, SocketEntry } from '../../../../spec/schemas/journal.ts';
import { useAsked } from '../ask.ts';
import { count, length } from '../figures.ts';
import { CodeBadge } from '../parts/badge.tsx';
import { Action, Copy } from '../parts/action.tsx';
import { Card, Empty, Facts, Problem } from '../parts/card.tsx';
import { Message } from '../parts/message.tsx';
import { When } from '../parts/when.tsx';
import { goTo, linkTo } from '../route.ts';
import { worldVersion } from '../store.ts';
import { Clauses } from './clauses.tsx';
import { asCurl } from './curl.ts';

export const Exchange = ({ seq }: { seq: number }) => {
  const { answer, problem } = useAsked<{ entries: JournalEntry[] }>(
    `journal?since=${seq - 1}&limit=1`,
    // Another world has another entry of this number.
    worldVersion.value,
  );
  if (problem !== undefined) return <Problem text={problem} />;
  if (answer === undefined) return null;
  const entry = answer.entries.find((one) => one.seq === seq);
  if (entry === undefined) return <Empty>The mock has forgotten entry {seq}: the journal keeps the newest ones.</Empty>;
  return (
    <article class="detail" aria-label={`Entry ${seq}`}>
      <header class="detail-head">
        <button type="button" class="quiet back" onClick={() => goTo('journal')}>
          ← All entries
        </button>
        <h2>{titleOf(entry)}</h2>
      </header>
      {entry.faults.length > 0 && (
        <p class="callout warn">
          Met the fault{entry.faults.length > 1 ? 's' : ''} {entry.faults.join(', ')}
        </p>
      )}
      <Notes of={'notes' in entry ? entry.notes : undefined} />
      {entry.kind === 'request' && <Request {...entry} />}
      {entry.kind === 'delivery' && <Delivery {...entry} />}
      {entry.kind === 'socket' && <Socket {...entry} />}
    </article>
  );
};

const titleOf = (entry: JournalEntry): string => {
  switch (entry.kind) {
    case 'request':
      return `${entry.method} ${entry.path}`;
    case 'delivery':
      return `Webhook, attempt ${entry.attempt}`;
    case 'socket':
      return `Socket ${entry.event}`;
    default:
      return entry satisfies never;
  }
};

/** What was let pass, and may not have been meant. */
const Notes = ({ of = [] }: { of: readonly string[] | undefined }) =>
  of.length === 0 ? null : (
    <ul class="callout info">
      {of.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );

const Request = (entry: RequestEntry) => (
  <>
    <Facts
      of={[
        ['Status', <CodeBadge code={entry.response?.status ?? null} />],
        ['At', <When at={entry.at} />],
        ['Took', length(entry.duration_ms)],
        ['Account', entry.account_id ?? 'not known'],
        ['Operation', entry.operation ?? 'none of the service'],
      ]}
    />
    <div class="buttons">
      <Copy text={() => asCurl(entry, location.origin)}>Copy as curl</Copy>
      <Action tone="quiet" done="Copied" run={() => navigator.clipboard.writeText(JSON.stringify(entry, null, 2))}>
        Copy as JSON
      </Action>
    </div>
    <Message title="Request" {...entry.request} />
    {entry.response === null ? (
      <Card title="Response">
        <Empty>No answer was sent.</Empty>
      </Card>
    ) : (
      <Message title="Response" {...entry.response} />
    )}
    {entry.operation !== null && <Clauses operation={entry.operation} />}
  </>
);

const Delivery = (entry: DeliveryEntry) => (
  <>
    <Facts
      of={[
        ['Answered', <CodeBadge code={entry.status} />],
        ...(entry.failure === null ? [] : ([['Why', entry.failure]] as const)),
        ['To', entry.url],
        ['At', <When at={entry.at} />],
        ['Took', length(entry.duration_ms)],
        ['Next attempt', <When at={entry.next_at} />],
        ['Job', <a href={linkTo('jobs', entry.job_id)}>{entry.job_id}</a>],
        ['Delivery', <a href={linkTo('deliveries', entry.delivery_id)}>{entry.delivery_id}</a>],
      ]}
    />
    <Message title="Sent" {...entry.request} />
    <Clauses operation="webhook" />
  </>
);

const Socket = (entry: SocketEntry) => (
  <>
    <Facts
      of={[
        ['Code', entry.code ?? '–'],
        ['In words', entry.detail ?? '–'],
        ['At', <When at={entry.at} />],
        [
          'Session',
          entry.session_id === null ? 'none' : <a href={linkTo('sockets', entry.session_id)}>{entry.session_id}</a>,
        ],
        ['From the client', `${entry.received.frames} frames, ${entry.received.bytes} bytes`],
        ['To the client', `${entry.sent.frames} frames, ${entry.sent.bytes} bytes`],
      ]}
    />
    {entry.messages !== undefined && entry.messages.length > 0 && (
      <Card title="Messages" side={<LeftOut count={entry.messages_left_out} />}>
        <ol class="socket-messages">
          {entry.messages.map((message, index) => (
            <li key={index}>
              <When at={message.at} />
              <span class="method">{message.from}</span>
              <code>{message.type === 'text' ? message.text : `${message.bytes} bytes`}</code>
            </li>
          ))}
        </ol>
      </Card>
    )}
  </>
);

const LeftOut = ({ count: left = 0 }: { count: number | undefined }) =>
  left === 0 ? null : <span class="faint">{count(left)} in the middle are not kept</span>;
