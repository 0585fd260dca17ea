/** Compares what an account has become with the second books: every invariant that can be seen in a state. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Account } from '../../domain/account.ts';
import { monthStart, weekStart, yearStart } from '../../domain/calendar.ts';
import { signingSecrets } from '../../domain/deliveries.ts';
import { balanceWithHolds, toppedUp } from '../../domain/ledger.ts';
import type { SessionState } from '../../domain/session.ts';
import type { Books, BookedUsage } from './books.case.ts';
import { hold, same } from './hold.case.ts';

const day = 86_400_000;

/** Quick, for after every event. */
export const auditLedger = ({ ledger }: Account, books: Books): void => {
  same(ledger.funding + ledger.available + ledger.held + ledger.spent, 0, 'L3', 'the sum of the four places');
  same(toppedUp(ledger), books.toppedUp, 'L1', 'topped up');
  same(ledger.spent, books.spent, 'L6', 'spent');
  same(ledger.held, books.held, 'L6', 'held');
  same(balanceWithHolds(ledger), toppedUp(ledger) - ledger.spent, 'L1', 'the balance');
  hold(ledger.available >= 0 && ledger.held >= 0 && ledger.spent >= 0, 'L2', () => JSON.stringify(ledger));
};

export const auditState = (account: Account, books: Books): void => {
  auditLedger(account, books);
  same(account.version, books.version, 'L11', 'the version');
  same(
    sorted(account.keys.values(), ({ keyId }) => keyId),
    [...books.keys].sort(),
    'L11',
    'the keys',
  );
  same([...account.uploads.keys()], [...books.uploads.keys()], 'L11', 'the uploads');
  same(
    [...account.jobs.values()].map(({ id, state }) => [id, state.status]),
    [...books.jobs.values()].map(({ id, status }) => [id, status]),
    'J1',
    'the states of the jobs',
  );
  same([...account.rendering].sort(), [...books.rendering].sort(), 'J1', 'the jobs that have a place');
  same([...account.waiting], books.waiting, 'J1', 'the line of waiting jobs');
  auditHolds(account, books);
  auditSessions(account, books);
  auditDeliveries(account, books);
  auditAgenda(account, books);
  auditUsage(account, books);
};

/** What is set aside, one by one: for the jobs that are to be paid on completion, and for the streams. */
const auditHolds = ({ ledger }: Account, books: Books): void => {
  let sum = 0;
  for (const { status, paidFirst, priceMicros } of books.jobs.values()) {
    if (!paidFirst && (status === 'queued' || status === 'processing')) sum += priceMicros;
  }
  for (const { status, held, over } of books.streams.sessions.values()) {
    if (status === 'streaming') sum += held ?? 0;
    if (status === 'closing') sum += over?.charged ?? Number.NaN;
  }
  same(ledger.held, sum, 'S6', 'the sum of what is set aside');
  hold(sum <= balanceWithHolds(ledger), 'S6', () => `${sum} is set aside of ${balanceWithHolds(ledger)}`);
};

const auditSessions = ({ sessions, unheld }: Account, books: Books): void => {
  const booked = [...books.streams.sessions.values()];
  same(
    [...sessions.values()].map(({ id, state }) => [id, ...viewOf(state)]),
    booked.map(({ id, status, connectedAt, connections, held, over }) =>
      status === 'streaming'
        ? [id, status, connectedAt, connections, held]
        : status === 'closing'
          ? [id, status, over?.charged]
          : [id, status],
    ),
    'S4',
    'the states of the sessions',
  );
  same(
    [...unheld].sort(),
    booked.flatMap(({ id, status, held }) => (status === 'streaming' && held === undefined ? [id] : [])).sort(),
    'S6',
    'the streams for which nothing is set aside',
  );
};

const viewOf = (state: SessionState): readonly unknown[] => {
  switch (state.status) {
    case 'streaming':
      return [state.status, state.at, state.connection, state.heldMicros];
    case 'closing':
      return [state.status, state.chargedMicros];
    default:
      return [state.status];
  }
};

const auditDeliveries = ({ deliveries }: Account, books: Books): void => {
  same(
    [...deliveries.values()].map(({ id, jobId, state, attempts }) => [
      id,
      jobId,
      state.status,
      'at' in state ? state.at : null,
      attempts.map(({ startedAt, extra, endedAt, outcome }) => [startedAt, extra, endedAt, outcome]),
    ]),
    [...books.deliveries.deliveries.values()].map(({ id, jobId, status, at, attempts }) => [
      id,
      jobId,
      status,
      status === 'running' ? null : at,
      attempts.map(({ startedAt, extra, endedAt, outcome }) => [startedAt, extra, endedAt, outcome]),
    ]),
    'D2',
    'the deliveries',
  );
};

const auditAgenda = ({ agenda }: Account, books: Books): void => {
  const dates = datesOf(books);
  same(agenda.size, dates.length, 'due', 'the length of the agenda');
  same(agenda.next()?.at, dates.length === 0 ? undefined : Math.min(...dates), 'due', 'the next date');
};

/** When something has to happen by itself, in no certain order. */
export const datesOf = ({ rendering, jobs, streams, deliveries }: Books): number[] => {
  const dates = [...rendering].map((id) => {
    const job = jobs.get(id);
    return job?.startedAt === undefined
      ? (job?.placeAt ?? Number.NaN) + (job?.plan.startMs ?? 0)
      : job.startedAt + job.plan.durationMs;
  });
  for (const session of streams.sessions.values()) {
    const date = streams.dateOf(session);
    if (date !== undefined) dates.push(date);
  }
  for (const delivery of deliveries.deliveries.values()) dates.push(...deliveries.datesOf(delivery));
  return dates;
};

const auditUsage = ({ usage, ledger }: Account, books: Books): void => {
  const totals = usage.totals({});
  same(totals.chargedMicros, ledger.spent, 'L9', 'the sum of usage');
  same(totals.count, books.usage.length, 'L9', 'the number of records');
  const records = usage.newest(Number.MAX_SAFE_INTEGER, {}).reverse();
  same(
    records.map(({ about, feature, at, status, chargedMicros, reason }) => [
      about,
      feature,
      at,
      status,
      chargedMicros,
      reason,
    ]),
    books.usage.map(({ about, feature, at, status, charged, reason }) => [about, feature, at, status, charged, reason]),
    'L9',
    'the usage log',
  );
  const capped = usage.newest(2, {});
  same(capped.length, Math.min(2, records.length), 'L9', 'the length of the capped log');
  let byFeature = 0;
  for (const { chargedMicros } of usage.totalsByFeature({}).values()) byFeature += chargedMicros;
  same(byFeature, ledger.spent, 'L9', 'the sum over the features');
};

/** What was spent in the present week, month and year, by going through all records and through the days one by one. */
export const auditPeriods = ({ usage, ledger }: Account, books: Books, now: number, choices: GapChoices): void => {
  const begins = choices['week-start'];
  const today = Math.floor(now / day) * day;
  const startOf = (isFirst: (date: Date) => boolean): number => {
    let start = today;
    while (!isFirst(new Date(start))) start -= day;
    return start;
  };
  const firstOfYear = Date.parse(`${new Date(now).getUTCFullYear()}-01-01T00:00:00Z`);
  for (const [name, from, begin] of [
    ['week', weekStart(now, begins), startOf((date) => date.getUTCDay() === (begins === 'monday' ? 1 : 0))],
    ['month', monthStart(now), startOf((date) => date.getUTCDate() === 1)],
    ['year', yearStart(now), firstOfYear],
  ] as const) {
    same(from, begin, 'L10', `the beginning of the ${name}`);
    const { chargedMicros } = usage.totals({ from });
    same(chargedMicros, sumSince(books.usage, begin), 'L10', `spent this ${name}`);
    hold(chargedMicros <= ledger.spent, 'L10', () => `spent this ${name} is ${chargedMicros} of ${ledger.spent}`);
  }
};

/** Whose signatures an attempt would bear now. */
export const auditSecrets = (account: Account, books: Books, now: number, choices: GapChoices): void =>
  same(signingSecrets(account, choices, now), books.secretsAt(now), 'D8', 'the secrets that sign');

/** When nothing runs any more: nothing is held, every job, stream and delivery has ended, and its cost is in the books. */
export const auditRest = ({ ledger, jobs, sessions, deliveries, agenda }: Account, books: Books): void => {
  same(ledger.held, 0, 'L5', 'held with nothing running');
  same(agenda.size, 0, 'due', 'what is still to do');
  let cost = 0;
  for (const { id, state, priceMicros } of jobs.values()) {
    hold(state.status === 'succeeded' || state.status === 'failed', 'L5', () => `${id} never ends: ${state.status}`);
    if (state.status === 'succeeded') cost += priceMicros;
  }
  for (const { id, state } of sessions.values()) {
    same(state.status, 'ended', 'S4', `the state of ${id} with nothing running`);
    cost += books.streams.sessions.get(id)?.over?.charged ?? 0;
  }
  same(ledger.spent, cost, 'L5', 'spent with nothing running');
  for (const { id, state } of deliveries.values()) {
    const over = state.status === 'delivered' || state.status === 'abandoned';
    hold(over, 'D2', () => `${id} never ends: ${state.status}`);
  }
};

const sumSince = (records: readonly BookedUsage[], from: number): number =>
  records.reduce((sum, { at, charged }) => (at >= from ? sum + charged : sum), 0);

const sorted = <T>(values: Iterable<T>, name: (value: T) => string): string[] => [...values].map(name).sort();
