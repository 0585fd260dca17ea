/** Sessions that nobody connects to, with the balance before and after. */
import { limits } from '../../spec/limits.ts';
import type { Actor, Balance } from '../actor.ts';
import { memberOf } from '../reading/members.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { type CallFacts, ask, callNamed, sessionName } from './calls.ts';
import { quietAccount } from './quiet-account.ts';
import { type Session, createSession } from './sessions.ts';

export type CreatedOnly = { readonly before: Balance; readonly exchange: Exchange; readonly created: Balance };

/** One of each kind; undefined where it was refused, or the balance cannot be read. */
type OfEachKind = { readonly [name in 'full-live-swap' | 'voice-session']: CreatedOnly | undefined };

/** Creates sessions, each between two looks at the balance: that after one is that before the next. */
class Creating {
  #last: Balance | undefined;
  readonly #actor: Actor;

  constructor(actor: Actor) {
    this.#actor = actor;
  }

  async look(): Promise<Balance | undefined> {
    this.#last = await this.#actor.balance(await this.#actor.main()).catch((error: unknown) => {
      if (error instanceof NotTestable) return undefined;
      throw error;
    });
    return this.#last;
  }

  /** As others ask for it who look at the session only. */
  async create(
    call: CallFacts,
    minutes: number,
  ): Promise<{ readonly exchange: Exchange; readonly seen?: CreatedOnly }> {
    const body = { duration_minutes: minutes };
    const exchange = await this.#actor.run.once(() => ask(this.#actor, call, body), sessionName(call, body));
    const before = this.#last;
    const created = await this.look();
    return { exchange, ...(before && created && isSuccess(exchange) && { seen: { before, exchange, created } }) };
  }

  async longest(): Promise<OfEachKind> {
    return {
      'full-live-swap': (await this.create(liveSwap, limits.liveSwapMinutesMax)).seen,
      'voice-session': (await this.create(voice, limits.voiceMinutesMax)).seen,
    };
  }
}

const liveSwap = callNamed('full-live-swap');
const voice = callNamed('voice-session');

export type FirstSessions = {
  readonly hasBalance: boolean;
  readonly exchanges: { readonly [id in 'createLiveSwapSession' | 'createVoiceSession']: Exchange | undefined };
  readonly created: OfEachKind;
  /** In the smoke profile, for it saves looks; undefined elsewhere, and where the shortest were charged for. */
  readonly longest: OfEachKind | undefined;
};

/** The shortest session of each kind: the first ones that a deployment is asked for. Once the balance falls there is no other. */
export const firstSessions = async (actor: Actor): Promise<FirstSessions> => {
  const creating = new Creating(actor);
  const hasBalance = (await creating.look()) !== undefined;
  const one = await creating.create(liveSwap, 1);
  const other = hasFallen(one.seen) ? undefined : await creating.create(voice, 1);
  const isFree = hasBalance && !hasFallen(one.seen) && !hasFallen(other?.seen);
  return {
    hasBalance,
    exchanges: { createLiveSwapSession: one.exchange, createVoiceSession: other?.exchange },
    created: { 'full-live-swap': one.seen, 'voice-session': other?.seen },
    longest: isFree && actor.run.profile === 'smoke' ? await creating.longest() : undefined,
  };
};

const hasFallen = (one: CreatedOnly | undefined): boolean =>
  one !== undefined && one.created.leftMicros < one.before.leftMicros;

/** The longest session of each kind, between looks at the balance: what the smoke profile creates only once. */
export const longestSessions = async (actor: Actor): Promise<OfEachKind> => {
  if (actor.target.control === undefined) {
    return (
      (await actor.run.sessionLeave.first()).longest ?? { 'full-live-swap': undefined, 'voice-session': undefined }
    );
  }
  const creating = new Creating(actor);
  await creating.look();
  return creating.longest();
};

/** One of a minute and one of the most, in two accounts if such can be made. */
export const createdOnly = (actor: Actor, session: Session): Promise<readonly CreatedOnly[]> =>
  actor.run.once(async (one) => {
    const first = one.target.control === undefined ? await one.run.sessionLeave.first() : undefined;
    const shortest = first?.created[session.endpoint];
    // No other is created then.
    if (shortest !== undefined && hasFallen(shortest)) return [shortest];
    if (one.run.profile === 'smoke') {
      const longest = (await one.run.once(longestSessions))[session.endpoint];
      const all = [...(shortest ? [shortest] : []), ...(longest ? [longest] : [])];
      return one.wanted(all.length > 0 ? all : undefined, 'a session that is created between looks at the balance');
    }
    const seen: CreatedOnly[] = [];
    for (const minutes of [1, 120]) {
      const account = await quietAccount(one);
      const before = await one.balance(account);
      const exchange = await createSession(one, account, session, minutes);
      seen.push({ before, exchange, created: await one.balance(account) });
    }
    return seen;
  }, `created only ${session.name}`);

export type NeverConnected = {
  readonly before: Balance;
  readonly sessions: readonly Exchange[];
  readonly after: Balance;
  readonly usage: Exchange;
  /** A record of the log that shows a charge. */
  readonly charged: unknown;
};

/** Two of them, until the funded time of the shorter one is over; where the clock can be moved, that of both and all tokens. */
export const neverConnected = (actor: Actor, session: Session): Promise<NeverConnected> =>
  actor.run.once(async (one) => {
    const account = await quietAccount(one);
    const known = new Set((await one.usage(account)).records.map((record) => memberOf(record, 'id')));
    const before = await one.balance(account);
    const sessions = [await createSession(one, account, session, 1), await createSession(one, account, session, 10)];
    for (const seconds of one.target.control === undefined ? [75] : [90, 560]) await one.run.pass(seconds);
    const after = await one.balance(account);
    const { records, exchange } = await one.usage(account);
    const charged = records.find(
      (record) => !known.has(memberOf(record, 'id')) && Number(memberOf(record, 'charged_usd') ?? 0) > 0,
    );
    return { before, sessions, after, usage: exchange, charged };
  }, `never connected ${session.name}`);
