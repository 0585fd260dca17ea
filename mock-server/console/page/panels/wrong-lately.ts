/** The latest refusals, failed jobs, and webhooks that did not arrive, newest first. */
import type { DeliveryNews, JobNews, JournalNews } from '../../../../spec/schemas/feed.ts';
import { linkTo } from '../route.ts';
import { deliveries, isChosen, jobs, journal } from '../store.ts';

export type Wrong = {
  readonly key: string;
  readonly link: string;
  readonly what: string;
  readonly why: string;
  readonly at: string;
};

const shownMost = 12;
/** How far back in the journal is looked. */
const rowsMost = 2_000;

export const wrongLately = (): readonly Wrong[] => {
  void journal.version.value;
  return [
    ...jobs.list.value.filter(({ account_id }) => isChosen(account_id)).flatMap(wrongJob),
    ...deliveries.list.value.filter(({ account_id }) => isChosen(account_id)).flatMap(wrongDelivery),
    ...journal.rows.slice(-rowsMost).filter(isWrong).slice(-shownMost).map(wrongRow),
  ]
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, shownMost);
};

const wrongJob = ({ id, endpoint, status, error_code, ended_at }: JobNews): readonly Wrong[] =>
  status === 'failed'
    ? [{ key: id, link: linkTo('jobs', id), what: `${endpoint} failed`, why: error_code ?? '', at: ended_at ?? '' }]
    : [];

const wrongDelivery = ({ id, url, status, attempts }: DeliveryNews): readonly Wrong[] => {
  const last = attempts.at(-1);
  if (last === undefined || status === 'delivered' || last.ended_at === null) return [];
  return [
    {
      key: id,
      link: linkTo('deliveries', id),
      what: status === 'abandoned' ? 'webhook abandoned' : `webhook attempt ${last.attempt} failed`,
      why: `${last.failure ?? `answered ${last.status}`}: ${url}`,
      at: last.ended_at,
    },
  ];
};

const isWrong = ({ kind, status, account_id, detail }: JournalNews): boolean =>
  (account_id === null || isChosen(account_id)) &&
  ((kind === 'request' && (status === null || status >= 400)) ||
    (kind === 'socket' && detail !== null && status !== 1_000));

const wrongRow = ({ seq, what, status, detail, at }: JournalNews): Wrong => ({
  key: `entry ${seq}`,
  link: linkTo('journal', seq),
  what,
  why: [status, detail].filter((part) => part !== null).join(' '),
  at,
});
