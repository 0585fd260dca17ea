/** Accounts, jobs, sessions, deliveries and entries of the journal as the console's page is told of them: a line each. */
import type { AccountNews, DeliveryNews, JobNews, JournalNews, SessionNews } from '../../spec/schemas/feed.ts';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import type { Account } from '../domain/account.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Job } from '../domain/job.ts';
import { balanceWithHolds, toppedUp } from '../domain/ledger.ts';
import { usdFromMicros } from '../domain/money.ts';
import type { Session } from '../domain/session.ts';
import { chargedMicros } from './books.ts';
import { deliveryViewOf } from './delivery-view.ts';

export const accountNews = (account: Account): AccountNews => ({
  account_id: account.id,
  balance_usd: usdFromMicros(balanceWithHolds(account.ledger)),
  held_usd: usdFromMicros(account.ledger.held),
  spent_usd: usdFromMicros(account.ledger.spent),
  topped_up_usd: usdFromMicros(toppedUp(account.ledger)),
  jobs: account.jobs.size,
  sessions: account.sessions.size,
  deliveries: account.deliveries.size,
  rendering: account.rendering.size,
  waiting: account.waiting.size,
});

export const jobNews = (account: Account, job: Job): JobNews => ({
  id: job.id,
  account_id: account.id,
  endpoint: job.endpoint,
  status: job.state.status,
  price_usd: usdFromMicros(job.priceMicros),
  charged_usd: usdFromMicros(chargedMicros(job)),
  error_code: job.state.status === 'failed' ? job.state.code : null,
  submitted_at: iso(job.submittedAt),
  ended_at: 'at' in job.state ? iso(job.state.at) : null,
  result_kind: job.plan.result.kind,
  delivery_id: job.delivery?.id ?? null,
});

export const sessionNews = (account: Account, session: Session): SessionNews => {
  const { state, feature } = session;
  const isOver = state.status === 'closing' || state.status === 'ended';
  return {
    id: session.id,
    account_id: account.id,
    endpoint: feature === 'voice_changer' ? 'voice/session' : 'full-live-swap/session',
    tier: feature === 'voice_changer' ? null : feature === 'full_live_swap' ? 'pro' : 'standard',
    status: state.status,
    created_at: iso(session.createdAt),
    connected_at: state.status === 'streaming' ? iso(state.at) : null,
    ended_at: isOver ? iso(state.at) : null,
    max_duration_sec: session.maxDurationSeconds,
    max_cost_usd: usdFromMicros(session.maxCostMicros),
    second_usd: usdFromMicros(session.secondMicros),
    charged_usd: state.status === 'closing' ? usdFromMicros(state.chargedMicros) : null,
    reason: isOver ? state.reason : null,
  };
};

export const deliveryNews = (account: Account, delivery: Delivery): DeliveryNews => {
  const { attempts, ...view } = deliveryViewOf(account.id, delivery, () => undefined);
  return {
    ...view,
    attempts: attempts.map(({ attempt, extra, started_at, ended_at, status, failure }) => ({
      attempt,
      extra,
      started_at,
      ended_at,
      status,
      failure,
    })),
  };
};

export const journalNews = (entry: JournalEntry): JournalNews => {
  const { seq, kind, at, account_id, faults } = entry;
  const common = { seq, kind, at, account_id, faults };
  switch (entry.kind) {
    case 'request':
      return {
        ...common,
        operation: entry.operation,
        what: `${entry.method} ${entry.path}`,
        status: entry.response?.status ?? null,
        detail: entry.response === null ? 'no answer was sent' : null,
        duration_ms: entry.duration_ms,
        notes: entry.notes.length,
      };
    case 'delivery':
      return {
        ...common,
        operation: null,
        what: `POST ${entry.url}`,
        status: entry.status,
        detail: entry.failure,
        duration_ms: entry.duration_ms,
        notes: 0,
      };
    case 'socket':
      return {
        ...common,
        operation: null,
        what: `${entry.event} ${entry.session_id ?? 'no session'}`,
        status: entry.code,
        detail: entry.detail,
        duration_ms: null,
        notes: entry.notes?.length ?? 0,
      };
    default:
      return entry satisfies never;
  }
};

const iso = (time: number): string => new Date(time).toISOString();
