/**
 * The part of the second books that is about streams: who is connected, since when, for how much, and what the time costs.
 * Every figure is worked out anew, in whole numbers, from the instants in the log and the choices of the server.
 */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { UsageReason } from '../../../spec/vocabulary.ts';
import type { AccountEvent } from '../../domain/events.ts';
import type { SessionFacts, StreamEnd } from '../../domain/session.ts';
import type { BookedUsage } from './books.case.ts';
import { hold, same } from './hold.case.ts';
import { perThousand } from './price.case.ts';

/** A close that was asked for, and the last sign of life that it told of. */
export type Closing = { readonly connection: number; readonly by: StreamEnd; readonly livedUntil: number };

type Ended = { readonly settleAt: number; readonly charged: number; readonly reason: UsageReason | null };

export type BookedSession = SessionFacts & {
  status: 'created' | 'streaming' | 'closing' | 'ended';
  connectedAt: number;
  connections: number;
  /** Set aside for the stream while it runs; nothing where the server sets nothing aside. */
  held: number | undefined;
  over: Ended | undefined;
};

/** The money that streams are paid from. */
type Purse = { readonly available: number; held: number; spent: number; readonly usage: BookedUsage[] };

type SessionEvent = Extract<AccountEvent, { type: `session.${string}` }>;

export class StreamBooks {
  readonly #accountId: string;
  readonly #choices: GapChoices;
  readonly #purse: Purse;
  readonly sessions = new Map<string, BookedSession>();
  /** The key that was revoked last, and when: only its streams may end with it. */
  #revoked: { readonly keyId: string; readonly at: number } | undefined;

  constructor(accountId: string, choices: GapChoices, purse: Purse) {
    this.#accountId = accountId;
    this.#choices = choices;
    this.#purse = purse;
  }

  revoked(keyId: string, at: number): void {
    this.#revoked = { keyId, at };
  }

  /** What may be spent on something new: what streams without a hold have cost so far is spoken for. */
  spendable(now: number): number {
    let thousandths = 0n;
    for (const { secondMicros, connectedAt } of this.#unheld())
      thousandths += BigInt(secondMicros) * BigInt(now - connectedAt);
    return Math.max(0, this.#purse.available - Number((thousandths + 999n) / 1000n));
  }

  /** When a session does something by itself; undefined after its end. */
  dateOf(session: BookedSession): number | undefined {
    switch (session.status) {
      case 'created':
        return session.tokenExpiresAt;
      case 'streaming':
        return Math.min(hardStopOf(session), session.held === undefined ? this.#moneyEnds() : Number.POSITIVE_INFINITY);
      case 'closing':
        return session.over?.settleAt;
      default:
        return undefined;
    }
  }

  /** When the streams of now stop by themselves. */
  stops(): number[] {
    return [...this.sessions.values()].flatMap((session) =>
      session.status === 'streaming' ? [this.dateOf(session) ?? Number.NaN] : [],
    );
  }

  /** How many events it makes to end a stream: where the settlement waits, it is not one of them. */
  get eventsOfAnEnd(): number {
    return this.#settleDelay === 0 ? 2 : 1;
  }

  /**
   * @param lastAt the instant of the event before
   * @param closings what was asked to end the session at this moment
   */
  read(event: SessionEvent, lastAt: number, closings: readonly Closing[]): void {
    if (event.type === 'session.created') return this.#create(event.session, event.at);
    const session = this.sessions.get(event.sessionId);
    hold(session !== undefined, 'S2', () => `${event.type} of ${event.sessionId}, which was never created`);
    switch (event.type) {
      case 'session.expired':
        same(session.status, 'created', 'S2', `what ${session.id} was when it expired`);
        same(event.at, session.tokenExpiresAt, 'due', `the end of ${session.id}`);
        session.status = 'ended';
        return this.#record(session, event.at, 0, 'no_stream');
      case 'session.connected':
        return this.#connect(session, event);
      case 'session.alive':
        return same(session.status, 'streaming', 'S4', `what ${session.id} was when it was alive`);
      case 'session.ended':
        return this.#end(session, event, lastAt, closings);
      case 'session.settled':
        return this.#settle(session, event);
      default:
        event satisfies never;
    }
  }

  #create(facts: SessionFacts, at: number): void {
    const { id } = facts;
    hold(!this.sessions.has(id), 'S5', () => `session ${id} is created twice`);
    hold(id.startsWith(`sess_${this.#accountId}_`), 'I3', () => `session ${id} in account ${this.#accountId}`);
    const lifetimes = { '10m': 600, '1m': 60, session: facts.maxDurationSeconds };
    same(facts.tokenExpiresAt - at, 1000 * lifetimes[this.#choices['token-lifetime']], 'S2', 'the lifetime of a token');
    this.sessions.set(id, {
      ...facts,
      status: 'created',
      connectedAt: Number.NaN,
      connections: 0,
      held: undefined,
      over: undefined,
    });
  }

  #connect(session: BookedSession, event: Extract<SessionEvent, { type: 'session.connected' }>): void {
    const { id, status } = session;
    hold(status === 'created' || status === 'streaming', 'S4', () => `${id} connects although it is ${status}`);
    same(event.connection, session.connections + 1, 'S5', `the number of the connection of ${id}`);
    session.connections++;
    if (status === 'streaming') {
      same(this.#choices['socket-second'], 'replaces', 'S5', `what a second socket of ${id} may do`);
      same(event.heldMicros, undefined, 'S6', `what is set aside again for ${id}`);
      return;
    }
    hold(event.at < session.tokenExpiresAt, 'due', () => `${id} connects after its token's time`);
    const held = this.#choices['session-funds'] === 'create-and-connect' ? session.maxCostMicros : undefined;
    same(event.heldMicros, held, 'S6', `what is set aside for ${id}`);
    Object.assign(session, { status: 'streaming', connectedAt: event.at, held });
    this.#purse.held += held ?? 0;
  }

  #end(
    session: BookedSession,
    event: Extract<SessionEvent, { type: 'session.ended' }>,
    lastAt: number,
    closings: readonly Closing[],
  ): void {
    const { id, status, connectedAt, maxDurationSeconds, maxCostMicros, secondMicros, held } = session;
    hold(status !== 'created', 'S2', () => `${id} ends and is billed, and it never connected`);
    same(status, 'streaming', 'S4', `what ${id} was when it ended`);
    const { at, by, chargedMicros: charged } = event;
    const until = this.#endOf(session, event, lastAt, closings);
    const streamed = Math.min(Math.max(0, until - connectedAt), maxDurationSeconds * 1000);
    same(event.streamedMs, streamed, 'S3', `the time that ${id} streamed`);

    const price = perThousand(secondMicros, Math.min(this.#billed(streamed), maxDurationSeconds * 1000));
    // Where nothing was set aside, what is there is all that can be taken.
    same(charged, Math.min(price, held ?? this.#purse.available), 'S3', `the cost of ${streamed} ms of ${id}`);
    hold(charged <= maxCostMicros, 'S3', () => `${id} costs ${charged}, more than ${maxCostMicros}`);
    const limited = streamed === maxDurationSeconds * 1000 || by === 'funds';
    same(event.reason, limited ? 'session_limit_reached' : null, 'S3', `the reason of ${id}`);
    same(event.heldMicros, held ?? 0, 'S6', `what is no longer set aside for ${id}`);
    same(event.settleAt, at + this.#settleDelay, 'due', `the settlement of ${id}`);
    this.#purse.held += charged - (held ?? 0);
    Object.assign(session, { status: 'closing', over: { settleAt: event.settleAt, charged, reason: event.reason } });
  }

  /** The instant up to which a stream is billed, by what ended it. */
  #endOf(
    session: BookedSession,
    { at, by, streamedMs }: Extract<SessionEvent, { type: 'session.ended' }>,
    lastAt: number,
    closings: readonly Closing[],
  ): number {
    const { id, connectedAt, connections, maxDurationSeconds } = session;
    const moneyEnds = session.held === undefined ? this.#moneyEnds() : Number.POSITIVE_INFINITY;
    switch (by) {
      case 'hard-stop':
        same(at, hardStopOf(session), 'due', `the hard stop of ${id}`);
        return at;
      case 'funds':
        hold(moneyEnds < hardStopOf(session), 'S6', () => `${id} ends for want of money and there is enough`);
        // Another stream that is rounded up may take what this one had counted on.
        same(at, Math.max(moneyEnds, lastAt), 'due', `the instant at which the money of ${id} is used up`);
        return at;
      case 'key-revoked':
        same(this.#choices['revoked-key-stream'], 'closed', 'S4', `what a revoked key does to ${id}`);
        same(this.#revoked, { keyId: session.keyId, at }, 'S4', `the key that was revoked when ${id} ended`);
        return at;
      default: {
        hold(at <= Math.max(Math.min(hardStopOf(session), moneyEnds), lastAt), 'due', () => `${id} ran too long`);
        const asked = closings.filter((closing) => closing.by === by && closing.connection === connections);
        const ends = asked.map(({ livedUntil }) => Math.min(livedUntil, at));
        hold(ends.length > 0, 'S5', () => `${id} ends by ${by}, and its socket ${connections} did not ask for it`);
        const maxMs = maxDurationSeconds * 1000;
        const fits = (end: number): boolean => Math.min(Math.max(0, end - connectedAt), maxMs) === streamedMs;
        return ends.find(fits) ?? ends[0] ?? at;
      }
    }
  }

  #settle(session: BookedSession, { at, chargedMicros }: Extract<SessionEvent, { type: 'session.settled' }>): void {
    const { id, status, over } = session;
    hold(status === 'closing' && over !== undefined, 'S4', () => `${id} is settled while ${status}`);
    same(at, over.settleAt, 'due', `the settlement of ${id}`);
    same(chargedMicros, over.charged, 'S4', `the cost of ${id} after its end`);
    this.#purse.held -= over.charged;
    this.#purse.spent += over.charged;
    session.status = 'ended';
    this.#record(session, at, over.charged, over.reason);
  }

  #record({ id: about, feature }: BookedSession, at: number, charged: number, reason: UsageReason | null): void {
    this.#purse.usage.push({ about, feature, at, status: 'succeeded', charged, reason });
  }

  #billed(streamedMs: number): number {
    const rest = streamedMs % 1000;
    const choice = this.#choices['session-rounding'];
    if (rest === 0 || choice === 'exact') return streamedMs;
    return choice === 'up' ? streamedMs - rest + 1000 : streamedMs - rest;
  }

  get #settleDelay(): number {
    return this.#choices['session-settle-delay'] === '2s' ? 2_000 : 0;
  }

  /** The last whole millisecond at which the streams without a hold have cost no more than there is. */
  #moneyEnds(): number {
    let rate = 0n;
    let offset = 0n;
    for (const { secondMicros, connectedAt } of this.#unheld()) {
      rate += BigInt(secondMicros);
      offset += BigInt(secondMicros) * BigInt(connectedAt);
    }
    if (rate === 0n) return Number.POSITIVE_INFINITY;
    return Number((1000n * BigInt(this.#purse.available) + offset) / rate);
  }

  *#unheld(): Generator<BookedSession> {
    for (const session of this.sessions.values())
      if (session.status === 'streaming' && session.held === undefined) yield session;
  }
}

const hardStopOf = ({ connectedAt, maxDurationSeconds }: BookedSession): number =>
  connectedAt + maxDurationSeconds * 1000;
