/** What is under way, and what will come of each of it by itself: the clock has to reach it. */
import { useEffect, useState } from 'preact/hooks';
import type { Explanation } from '../../../../spec/schemas/explain.ts';
import { useAsked } from '../ask.ts';
import { length } from '../figures.ts';
import { now } from '../now.ts';
import { Card, Empty } from '../parts/card.tsx';
import { When } from '../parts/when.tsx';
import { linkTo } from '../route.ts';
import { clock, deliveries, isChosen, jobs, sessions } from '../store.ts';

/** As many as can be asked for at once without a second thought. */
const shownMost = 12;

export const Ahead = () => {
  const all = underWay();
  const [told, setTold] = useState<Told>({});
  return (
    <Card
      title="What is ahead"
      side={
        all.length > shownMost ? (
          <span class="faint">
            the oldest {shownMost} of {all.length}
          </span>
        ) : undefined
      }
    >
      {all.length === 0 ? (
        <Empty>No job, session or webhook is under way.</Empty>
      ) : (
        <ul class="lines">
          {inOrder(all.slice(0, shownMost), told).map((one) => (
            <AheadOf
              key={one.id}
              {...one}
              onTold={(at) => setTold((before) => (before[one.id] === at ? before : { ...before, [one.id]: at }))}
            />
          ))}
        </ul>
      )}
    </Card>
  );
};

type UnderWay = { readonly panel: string; readonly id: string; readonly what: string; readonly status: string };

/** When the next step of each is, once that is known; undefined where it has no fixed time. */
type Told = Readonly<Record<string, string | undefined>>;

/** What comes first stands first; what has no time yet stands last. */
const inOrder = (all: readonly UnderWay[], told: Told): readonly UnderWay[] => {
  const timeOf = ({ id }: UnderWay): number => Date.parse(told[id] ?? '') || Number.POSITIVE_INFINITY;
  return all.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0));
};

const underWay = (): readonly UnderWay[] => [
  ...jobs.list.value
    .filter(({ status, account_id: of }) => (status === 'queued' || status === 'processing') && isChosen(of))
    .map(({ id, endpoint, status }) => ({ panel: 'jobs', id, what: endpoint, status })),
  ...sessions.list.value
    .filter(({ status, account_id: of }) => (status === 'created' || status === 'streaming') && isChosen(of))
    .map(({ id, endpoint, status }) => ({ panel: 'sockets', id, what: endpoint, status })),
  ...deliveries.list.value
    .filter(({ status, account_id: of }) => (status === 'scheduled' || status === 'running') && isChosen(of))
    .map(({ id, status, attempts }) => ({
      panel: 'deliveries',
      id,
      what: 'webhook',
      status: `${status} ${attempts.length}`,
    })),
];

const AheadOf = ({ panel, id, what, status, onTold }: UnderWay & { onTold: (at: string | undefined) => void }) => {
  // What is ahead of it moves with the pace of the clock too.
  const { answer } = useAsked<Explanation>(`explain/${encodeURIComponent(id)}`, `${status} ${clock.value.mode}`);
  const step = answer?.timeline.find(({ ahead }) => ahead);
  useEffect(() => onTold(step?.at), [step?.at]);
  return (
    <li>
      <a href={linkTo(panel, id)}>
        <span class="grow">
          <strong>{step?.what ?? what}</strong>
          <span class="faint">
            {what} · {id}
          </span>
        </span>
        {step === undefined ? (
          <span class="faint">{answer === undefined ? '' : 'no fixed time'}</span>
        ) : (
          <span class="row-end">
            <When at={step.at} />
            <span class="faint">in {length(Math.max(0, Date.parse(step.at) - now.value))}</span>
          </span>
        )}
      </a>
    </li>
  );
};
