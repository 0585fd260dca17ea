/** Sessions that nobody connects to, with the balance before and after. */
import { limits } from '../../spec/limits.ts';
import type { Actor, Balance } from '../actor.ts';
import { memberOf } from '../reading/members.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { type CallFacts, callNamed, sessionOf } from './calls.ts';
import { quietAccount } from './quiet-account.ts';
import { type Session, createSession } from './sessions.ts';

export type CreatedOnly = { readonly before: Balance; readonly exchange: Exchange; readonly created: Balance };

/**
 * The longest session of each kind, between looks at the balance: what the smoke profile creates only once. Undefined where the balance
 * cannot be read.
 */
export const longestSessions = async (
  actor: Actor,
): Promise<{ readonly [name in 'full-live-swap' | 'voice-session']: CreatedOnly | undefined }> => {
  const account = await actor.main();
  const look = (): Promise<Balance | undefined> =>
    actor.balance(account).catch((error: unknown) => {
      if (error instanceof NotTestable) return undefined;
      throw error;
    });
  const looks = [await look()];
  const created = async (call: CallFacts, minutes: number): Promise<CreatedOnly | undefined> => {
    const exchange = await sessionOf(actor, call, { duration_minutes: minutes });
    const before = looks.at(-1);
    const after = await look();
    looks.push(after);
    return before && after && isSuccess(exchange) ? { before, exchange, created: after } : undefined;
  };
  return {
    'full-live-swap': await created(callNamed('full-live-swap'), limits.liveSwapMinutesMax),
    'voice-session': await created(callNamed('voice-session'), limits.voiceMinutesMax),
  };
};

/** One of a minute and one of the most, in two accounts if such can be made. */
export const createdOnly = (actor: Actor, session: Session): Promise<readonly CreatedOnly[]> =>
  actor.run.once(async (one) => {
    if (one.run.profile === 'smoke') {
      const seen = (await one.run.once(longestSessions))[session.endpoint];
      return [one.wanted(seen, 'a session that is created between looks at the balance')];
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
