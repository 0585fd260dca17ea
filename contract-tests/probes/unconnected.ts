/** Sessions that nobody connects to, with the balance before and after. */
import type { Actor, Balance } from '../actor.ts';
import { memberOf } from '../reading/members.ts';
import type { Exchange } from '../wire/exchange.ts';
import { quietAccount } from './quiet-account.ts';
import { type Session, createSession } from './sessions.ts';

export type CreatedOnly = { readonly before: Balance; readonly exchange: Exchange; readonly created: Balance };

/** One of a minute and one of the most, in two accounts if such can be made. */
export const createdOnly = (actor: Actor, session: Session): Promise<readonly CreatedOnly[]> =>
  actor.run.once(async (one) => {
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
