/** One session: how it streams, what it has cost so far, buttons that trouble it, and how it all came about. */
import type { Explanation } from '../../../../spec/schemas/explain.ts';
import { useAsked } from '../ask.ts';
import { StatusBadge } from '../parts/badge.tsx';
import { Card, Empty, Facts, Problem } from '../parts/card.tsx';
import { Money } from '../parts/money.tsx';
import { Postings } from '../parts/postings.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { When } from '../parts/when.tsx';
import { goTo } from '../route.ts';
import { sessions } from '../store.ts';
import { LiveStream } from './live-stream.tsx';
import { Trouble } from './trouble.tsx';

export const SessionDetail = ({ id }: { id: string }) => {
  const session = sessions.get(id);
  const { answer: why, problem } = useAsked<Explanation>(`explain/${encodeURIComponent(id)}`, session?.status);
  if (problem !== undefined) return <Problem text={problem} />;
  if (session === undefined) return <Empty>The page does not know this session: it is too old.</Empty>;
  return (
    <article class="detail" aria-label={`Session ${id}`}>
      <header class="detail-head">
        <button type="button" class="quiet back" onClick={() => goTo('sockets')}>
          ← All sessions
        </button>
        <h2>{session.endpoint}</h2>
        <StatusBadge status={session.status} />
        <code>{id}</code>
      </header>
      {why !== undefined && session.status !== 'streaming' && <p class="summary">{why.summary}</p>}
      <LiveStream id={id} />
      <Trouble session={session} />
      <Card title="Facts">
        <Facts
          of={[
            ['Account', session.account_id],
            ...(session.tier === null ? [] : ([['Tier', session.tier]] as const)),
            ['Created', <When at={session.created_at} />],
            ...(session.connected_at === null ? [] : ([['Connected', <When at={session.connected_at} />]] as const)),
            ...(session.ended_at === null ? [] : ([['Ended', <When at={session.ended_at} />]] as const)),
            ['A second', <Money exact amount={session.second_usd} />],
            ...(why?.charge ? ([['Charged', <Money exact amount={why.charge.charged_usd} />]] as const) : []),
            ...(session.reason === null ? [] : ([['Reason', <code>{session.reason}</code>]] as const)),
          ]}
        />
      </Card>
      {why !== undefined && (
        <>
          <Card title="Money">
            <p class="faint">{why.price}</p>
            <Postings postings={why.postings} />
          </Card>
          <Card title="Timeline">
            <Timeline steps={why.timeline} />
          </Card>
        </>
      )}
    </article>
  );
};
