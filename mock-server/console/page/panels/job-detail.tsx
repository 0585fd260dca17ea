/** One job: what it is, how it came about, what it cost, and what it gave back; and buttons to end it. */
import type { Explanation } from '../../../../spec/schemas/explain.ts';
import type { JobNews } from '../../../../spec/schemas/feed.ts';
import { useAsked, ask } from '../ask.ts';
import { length } from '../figures.ts';
import { Action } from '../parts/action.tsx';
import { StatusBadge } from '../parts/badge.tsx';
import { Card, Facts, Problem } from '../parts/card.tsx';
import { Money } from '../parts/money.tsx';
import { Postings } from '../parts/postings.tsx';
import { Result } from '../parts/result.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { When } from '../parts/when.tsx';
import { goTo, linkTo } from '../route.ts';
import { deliveries, jobs } from '../store.ts';

type Detail = JobNews & { readonly result: { readonly kind: JobNews['result_kind']; readonly path: string } | null };

export const JobDetail = ({ id }: { id: string }) => {
  const told = jobs.get(id);
  const delivery = deliveries.get(told?.delivery_id ?? '');
  // Asked anew at each step of the job, and of its webhook.
  const step = `${told?.status} ${delivery?.status} ${delivery?.attempts.length}`;
  const { answer: job, problem } = useAsked<Detail>(`jobs/${encodeURIComponent(id)}`, step);
  const { answer: why } = useAsked<Explanation>(`explain/${encodeURIComponent(id)}`, step);
  if (problem !== undefined) return <Problem text={problem} />;
  if (job === undefined) return null;
  const isOver = job.status === 'succeeded' || job.status === 'failed';
  return (
    <article class="detail" aria-label={`Job ${id}`}>
      <header class="detail-head">
        <button type="button" class="quiet back" onClick={() => goTo('jobs')}>
          ← All jobs
        </button>
        <h2>{job.endpoint}</h2>
        <StatusBadge status={job.status} />
        <code>{id}</code>
      </header>
      {why !== undefined && <p class="summary">{why.summary}</p>}
      {!isOver && <Finish id={id} />}
      {job.result !== null && <Result {...job.result} />}
      <Card title="Money">
        <Facts
          of={[
            ['Price', <Money exact amount={job.price_usd} />],
            ['Charged', <Money exact amount={job.charged_usd} />],
            ['Refunded', <Money exact amount={refundIn(why)} />],
          ]}
        />
        {why !== undefined && <p class="faint">{why.price}</p>}
        {why !== undefined && <Postings postings={why.postings} />}
      </Card>
      <Card title="Timeline">{why !== undefined && <Timeline steps={why.timeline} />}</Card>
      <Card title="Facts">
        <Facts
          of={[
            ['Account', job.account_id],
            ['Submitted', <When at={job.submitted_at} />],
            ['Ended', <When at={job.ended_at} />],
            ...(job.ended_at === null
              ? []
              : ([['Took', length(Date.parse(job.ended_at) - Date.parse(job.submitted_at))]] as const)),
            ...(job.error_code === null ? [] : ([['Error', <code>{job.error_code}</code>]] as const)),
            ...(job.delivery_id === null
              ? []
              : ([['Webhook', <a href={linkTo('deliveries', job.delivery_id)}>{job.delivery_id}</a>]] as const)),
            ...requestIn(why),
          ]}
        />
        {why !== undefined && why.drawn.length > 0 && (
          <ul class="plain-list">
            {why.drawn.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Card>
    </article>
  );
};

/** While the journal still has it. */
const requestIn = (why: Explanation | undefined) => {
  const seq = why?.request?.seq;
  return seq === undefined ? [] : ([['Request', <a href={linkTo('journal', seq)}>entry {seq}</a>]] as const);
};

const refundIn = (why: Explanation | undefined): number =>
  (why?.postings ?? []).filter(({ kind }) => kind === 'refund').reduce((sum, { amount_usd }) => sum + amount_usd, 0);

const outcomes = [
  ['succeeded', 'Succeed', 'main'],
  ['face_not_detected', 'No face', ''],
  ['content_rejected', 'Reject content', ''],
  ['processing_failed', 'Fail the render', ''],
  ['timed_out', 'Time out', ''],
  ['cancelled', 'Cancel', ''],
] as const;

const Finish = ({ id }: { id: string }) => (
  <Card title="End it now" class="finish">
    <div class="buttons">
      {outcomes.map(([outcome, label, tone]) => (
        <Action
          key={outcome}
          tone={tone}
          title={outcome}
          done={`${id} ended: ${outcome}`}
          run={() => ask(`jobs/${encodeURIComponent(id)}/finish`, 'POST', { outcome })}
        >
          {label}
        </Action>
      ))}
    </div>
  </Card>
);
