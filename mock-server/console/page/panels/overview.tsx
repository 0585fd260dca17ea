/** What there is to see at a glance: the money over time, what is under way, and what went wrong lately. */
import type { ComponentChildren } from 'preact';
import type { LedgerView } from '../../../../spec/schemas/feed.ts';
import { useAsked } from '../ask.ts';
import { count, length } from '../figures.ts';
import { now, second } from '../now.ts';
import type { Panel } from '../panel.ts';
import { StatusBadge } from '../parts/badge.tsx';
import { Card, Empty } from '../parts/card.tsx';
import { type ChartLine, LineChart } from '../parts/line-chart.tsx';
import { Money } from '../parts/money.tsx';
import { When } from '../parts/when.tsx';
import { linkTo } from '../route.ts';
import { accounts, balances, deliveries, isChosen, jobs, mainAccount, sessions, worldVersion } from '../store.ts';
import { type Wrong, wrongLately } from './wrong-lately.ts';

const Overview = () => {
  const shown = accounts.list.value.filter(({ account_id: id }) => isChosen(id));
  const sum = (of: (account: (typeof shown)[number]) => number): number =>
    shown.reduce((total, account) => total + of(account), 0);
  return (
    <div class="overview">
      <dl class="tiles">
        <Tile name="Balance" unit="USD">
          <Money amount={sum(({ balance_usd }) => balance_usd)} />
        </Tile>
        <Tile name="Held for what runs" unit="USD">
          <Money amount={sum(({ held_usd }) => held_usd)} />
        </Tile>
        <Tile name="Spent" unit="USD">
          <Money amount={sum(({ spent_usd }) => spent_usd)} />
        </Tile>
        <Tile name="Jobs">{count(sum(({ jobs: all }) => all))}</Tile>
        <Tile name="Sessions">{count(sum(({ sessions: all }) => all))}</Tile>
        <Tile name="Deliveries">{count(sum(({ deliveries: all }) => all))}</Tile>
      </dl>
      <Balance />
      <div class="columns">
        <UnderWay />
        <WrongLately />
      </div>
    </div>
  );
};

const Tile = ({ name, unit, children }: { name: string; unit?: string; children: ComponentChildren }) => (
  <div class="tile">
    <dt>{name}</dt>
    <dd>
      {children}
      {unit !== undefined && <span class="unit"> {unit}</span>}
    </dd>
  </div>
);

const Balance = () => {
  const id = mainAccount.value;
  // What was before the page was opened is in the books; what comes after is told.
  const { answer } = useAsked<LedgerView>(id === '' ? undefined : `accounts/${id}/ledger?limit=1`, worldVersion.value);
  const chosen = accounts.list.value.filter(({ account_id: one }) => isChosen(one)).slice(0, 4);
  const lines = chosen.map(({ account_id: one }): ChartLine => {
    const before = one === id && answer !== undefined ? answer.history : [];
    const told = balances.get(one) ?? [];
    const from = told[0]?.[0] ?? Number.POSITIVE_INFINITY;
    const earlier = before.map(([at, usd]) => [at / 1_000, usd] as const).filter(([at]) => at < from);
    return { name: one, points: [...earlier, ...told, ...untilNow(told)] };
  });
  return (
    <Card title="Balance over time" side={<span class="faint">USD, by the clock of the mock</span>}>
      <LineChart label="Balance over time" lines={lines} />
    </Card>
  );
};

/** The line goes on to the present, though nothing has moved since. */
const untilNow = (told: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] => {
  const last = told.at(-1);
  const at = second.value;
  return last === undefined || at <= last[0] ? [] : [[at, last[1]]];
};

const UnderWay = () => {
  const running = [
    ...jobs.list.value
      .filter(({ status, account_id }) => (status === 'queued' || status === 'processing') && isChosen(account_id))
      .map((job) => ({
        id: job.id,
        panel: 'jobs',
        what: job.endpoint,
        status: job.status as string,
        since: job.submitted_at,
      })),
    ...sessions.list.value
      .filter(({ status, account_id }) => (status === 'streaming' || status === 'created') && isChosen(account_id))
      .map((session) => ({
        id: session.id,
        panel: 'sockets',
        what: session.endpoint as string,
        status: session.status as string,
        since: session.connected_at ?? session.created_at,
      })),
    ...deliveries.list.value
      .filter(({ status, account_id }) => (status === 'scheduled' || status === 'running') && isChosen(account_id))
      .map((delivery) => ({
        id: delivery.id,
        panel: 'deliveries',
        what: `webhook, ${delivery.attempts.length} of 6 attempts made`,
        status: delivery.status as string,
        since: delivery.next_attempt_at ?? delivery.attempts.at(-1)?.started_at ?? '',
      })),
  ];
  return (
    <Card title="Under way" side={<span class="faint">{count(running.length)}</span>}>
      {running.length === 0 ? (
        <Empty>Nothing runs. Submit a job, and it is here while it renders.</Empty>
      ) : (
        <ul class="lines">
          {running
            .slice(-12)
            .reverse()
            .map(({ id, panel, what, status, since }) => (
              <li key={id}>
                <a href={linkTo(panel, id)}>
                  <span class="grow">
                    <strong>{what}</strong>
                    <code class="faint">{id}</code>
                  </span>
                  <StatusBadge status={status} />
                  <span class="figure faint">{since === '' ? '' : apart(now.value, Date.parse(since))}</span>
                </a>
              </li>
            ))}
        </ul>
      )}
    </Card>
  );
};

/** For how long, or in how long. */
const apart = (present: number, at: number): string =>
  at > present ? `in ${length(at - present)}` : length(present - at);

const WrongLately = () => {
  const wrong = wrongLately();
  return (
    <Card title="Went wrong lately">
      {wrong.length === 0 ? (
        <Empty>Nothing went wrong so far.</Empty>
      ) : (
        <ul class="lines">
          {wrong.map((one) => (
            <WrongLine key={one.key} wrong={one} />
          ))}
        </ul>
      )}
    </Card>
  );
};

const WrongLine = ({ wrong: { link, what, why, at } }: { wrong: Wrong }) => (
  <li>
    <a href={link}>
      <span class="grow">
        <strong>{what}</strong>
        <span class="faint">{why}</span>
      </span>
      <When at={at} />
    </a>
  </li>
);

export const overview: Panel = {
  id: 'overview',
  title: 'Overview',
  icon: 'M2 10.500l3.500-4 3 2.500L14 3.500M2 13.500h12',
  key: 'o',
  group: 'See',
  view: Overview,
};
