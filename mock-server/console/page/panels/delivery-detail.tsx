/** One delivery: each attempt with what came of it, what was sent, how it was signed; and sending it once more, as it is or spoiled. */
import { useState } from 'preact/hooks';
import { ask, useAsked } from '../ask.ts';
import { length } from '../figures.ts';
import { Action } from '../parts/action.tsx';
import { Badge, CodeBadge, StatusBadge } from '../parts/badge.tsx';
import { Card, Empty, Facts, Problem } from '../parts/card.tsx';
import { Message } from '../parts/message.tsx';
import { When } from '../parts/when.tsx';
import { goTo, linkTo } from '../route.ts';
import { deliveries } from '../store.ts';
import { Signature, type SignatureParts } from './signature.tsx';
import { tampers } from './tampers.ts';

type Detail = {
  readonly account_id: string;
  readonly job_id: string;
  readonly url: string;
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly Attempt[];
};

type Attempt = {
  readonly attempt: number;
  readonly extra: boolean;
  readonly started_at: string;
  readonly duration_ms: number | null;
  readonly ended_at: string | null;
  readonly status: number | null;
  readonly failure: string | null;
  readonly request: { readonly headers: { readonly [name: string]: string }; readonly body: string } | null;
  readonly signature: SignatureParts | null;
};

export const DeliveryDetail = ({ id }: { id: string }) => {
  const told = deliveries.get(id);
  const last = told?.attempts.at(-1);
  // Asked anew at each step.
  const step = `${told?.status} ${told?.attempts.length} ${last?.ended_at}`;
  const { answer, problem } = useAsked<Detail>(`deliveries/${encodeURIComponent(id)}`, step);
  const [chosen, choose] = useState<number | undefined>(undefined);
  if (problem !== undefined) return <Problem text={problem} />;
  if (answer === undefined) return null;
  const shown = answer.attempts.find(({ attempt }) => attempt === chosen) ?? answer.attempts.at(-1);
  return (
    <article class="detail" aria-label={`Delivery ${id}`}>
      <header class="detail-head">
        <button type="button" class="quiet back" onClick={() => goTo('deliveries')}>
          ← All webhooks
        </button>
        <h2>{answer.url}</h2>
        <StatusBadge status={answer.status} />
        <code>{id}</code>
      </header>
      <Facts
        of={[
          ['Job', <a href={linkTo('jobs', answer.job_id)}>{answer.job_id}</a>],
          ['Account', answer.account_id],
          ['Next attempt', <When at={answer.next_attempt_at} />],
        ]}
      />
      <Card title="Attempts">
        {answer.attempts.length === 0 ? (
          <Empty>None yet: the first is made when the job has ended.</Empty>
        ) : (
          <Attempts of={answer.attempts} shown={shown?.attempt} choose={choose} />
        )}
      </Card>
      <SendAgain id={id} />
      {shown !== undefined && <Sent key={shown.attempt} {...shown} />}
    </article>
  );
};

const Attempts = ({
  of,
  shown,
  choose,
}: {
  of: readonly Attempt[];
  shown: number | undefined;
  choose: (attempt: number) => void;
}) => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Answered</th>
          <th scope="col">Began</th>
          <th scope="col" class="number">
            Took
          </th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.attempt} class={one.attempt === shown ? 'is-shown' : ''}>
            <td>
              <button
                type="button"
                class="link"
                aria-pressed={one.attempt === shown}
                onClick={() => choose(one.attempt)}
              >
                Attempt {one.attempt}
              </button>{' '}
              {one.extra && <Badge>by hand</Badge>}
            </td>
            <td>{one.ended_at === null ? <StatusBadge status="running" /> : <CodeBadge code={one.status} />}</td>
            <td>
              <When at={one.started_at} />
            </td>
            <td class="number">{one.duration_ms === null ? '–' : length(one.duration_ms)}</td>
            <td class="reason">{one.failure ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Sent = ({ attempt, request, signature }: Attempt) =>
  request === null ? (
    <Card title={`Sent in attempt ${attempt}`}>
      <Empty>The mock does not remember what it sent: it was long ago, or before it was started anew.</Empty>
    </Card>
  ) : (
    <>
      {signature !== null && <Signature attempt={attempt} body={request.body} {...signature} />}
      <Message
        title={`Sent in attempt ${attempt}`}
        headers={Object.entries(request.headers).map(([name, value]) => ({ name, value }))}
        body={{ text: request.body, bytes: new TextEncoder().encode(request.body).length, truncated: false }}
      />
    </>
  );

const SendAgain = ({ id }: { id: string }) => (
  <Card title="Send once more" class="send-again">
    <p class="faint">Each is an attempt beside the six: the same job and delivery_id, signed anew.</p>
    <div class="buttons">
      <Action
        tone="main"
        done="It was sent again"
        run={() => ask(`deliveries/${encodeURIComponent(id)}/resend`, 'POST')}
      >
        Resend
      </Action>
    </div>
    <p class="faint">What a receiver has to refuse, and what it must not stumble over:</p>
    <ul class="tampers">
      {tampers.map(({ label, does, then }) => (
        <li key={label}>
          <Action
            done={`Sent: ${label.toLowerCase()}`}
            run={() => ask(`deliveries/${encodeURIComponent(id)}/resend`, 'POST', { then })}
          >
            {label}
          </Action>
          <span class="faint">{does}</span>
        </li>
      ))}
    </ul>
  </Card>
);
