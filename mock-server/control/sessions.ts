/** The sessions of all accounts, with what was streamed and what it cost. */
import type { Tier } from '../../spec/vocabulary.ts';
import type { Account } from '../domain/account.ts';
import { usdFromMicros } from '../domain/money.ts';
import type { Session } from '../domain/session.ts';
import type { Engine } from '../engine/engine.ts';
import { type Dated, type ListFilter, newest } from './newest.ts';

export type SessionView = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: 'voice/session' | 'full-live-swap/session';
  /** Null of the Voice Changer. */
  readonly tier: Tier | null;
  readonly status: Session['state']['status'];
  readonly created_at: string;
  /** That are billed so far; 0 while it streams. */
  readonly seconds: number;
  readonly charged_usd: number;
  readonly reason: string | null;
};

export type SessionControl = {
  /** The newest sessions of one account or of all, newest first. */
  readonly sessions: (filter: ListFilter) => Promise<SessionView[]>;
};

export const sessionControl = (engine: () => Engine): SessionControl => ({
  sessions: (filter) => newest(engine(), filter, sessionsOf),
});

const sessionsOf = (account: Account, limit: number): Dated<SessionView>[] => {
  // Its record has what a session cost once it is settled.
  const records = new Map(account.usage.newest(account.usage.length, {}).map((record) => [record.about, record]));
  return [...account.sessions.values()]
    .slice(-limit)
    .reverse()
    .map((session) => {
      const { state, feature, secondMicros } = session;
      const micros = state.status === 'closing' ? state.chargedMicros : (records.get(session.id)?.chargedMicros ?? 0);
      return {
        at: session.createdAt,
        view: {
          id: session.id,
          account_id: account.id,
          endpoint: feature === 'voice_changer' ? 'voice/session' : 'full-live-swap/session',
          tier: feature === 'voice_changer' ? null : feature === 'full_live_swap' ? 'pro' : 'standard',
          status: state.status,
          created_at: new Date(session.createdAt).toISOString(),
          seconds: secondMicros === 0 ? 0 : Math.round((micros / secondMicros) * 1e3) / 1e3,
          charged_usd: usdFromMicros(micros),
          reason: 'reason' in state ? state.reason : null,
        },
      };
    });
};
