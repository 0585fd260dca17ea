/** Refusals between two looks at the account: what they say, and what they cost. */
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { memberOf, microsOf } from '../reading/members.ts';
import type { Exchange } from '../wire/exchange.ts';

/** One refusal that is due. */
export type Due = {
  readonly says: string;
  readonly exchange: Exchange;
  /** What led to it. */
  readonly before?: readonly Exchange[];
  /** What may refuse it, where that is more than one. */
  readonly codes?: readonly HttpErrorCode[];
  readonly gaps?: readonly GapId[];
};

/** What was refused, and what it did to the account: whether its balance and its records are as before. */
export type Harmless = {
  readonly due: readonly Due[];
  readonly account: Account;
  /** Micro-USD that are gone from the balance and from new records. */
  readonly costMicros: number;
  readonly costAt: Exchange;
};

/** Provokes refusals between two looks at an account. */
export const watched = async (
  actor: Actor,
  account: Account,
  provoke: () => Promise<readonly Due[]>,
): Promise<Harmless> => {
  const before = await look(actor, account);
  const due = await provoke();
  // Whatever was begun against the word of the refusal comes to its end.
  await actor.run.pass(actor.target.control === undefined ? 1 : 30);
  const after = await look(actor, account);
  return {
    due,
    account,
    costMicros: Math.max(before.leftMicros - after.leftMicros, after.chargedMicros - before.chargedMicros),
    costAt: after.exchange,
  };
};

const look = async (
  actor: Actor,
  account: Account,
): Promise<{ readonly leftMicros: number; readonly chargedMicros: number; readonly exchange: Exchange }> => {
  const { records } = await actor.usage(account);
  const { leftMicros, exchange } = await actor.balance(account);
  const charges = records.map((record) => microsOf(memberOf(record, 'charged_usd')) || 0);
  return { leftMicros, exchange, chargedMicros: charges.reduce((sum, one) => sum + one, 0) };
};
