/**
 * Whose turn it is in the wording of errors: each caller has turns of its own, so that no test changes the words of another. Accounts are
 * known; a stranger is what it sent, a key that is none or the address of a socket. A reset begins all turns anew.
 */
import type { HttpErrorCode } from '../../spec/errors.ts';
import { digestOf } from '../engine/credentials.ts';

/** Counts an error; gives how many with this code the account had before. */
export const turnOfAccount = (account: object, code: HttpErrorCode): number => {
  const turns = ofAccounts.get(account) ?? new Map<HttpErrorCode, number>();
  ofAccounts.set(account, turns);
  return takeTurn(turns, code);
};

/** The same for whoever is not known. @param sent by what it is told from others */
export type TurnOfStranger = (sent: string) => (code: HttpErrorCode) => number;

/** @param world as it is when the error is told */
export const strangersTurns =
  (world: () => object): TurnOfStranger =>
  (sent) =>
  (code) =>
    turnIn(world(), sent, code);

const turnIn = (world: object, sent: string, code: HttpErrorCode): number => {
  const strangers = ofStrangers.get(world) ?? new Map<string, Turns>();
  ofStrangers.set(world, strangers);
  // It may be the better part of a secret.
  const name = digestOf(sent);
  const turns = strangers.get(name) ?? new Map<HttpErrorCode, number>();
  // Behind all others: where there are too many, the one that was quiet for longest makes room.
  strangers.delete(name);
  strangers.set(name, turns);
  const [quietest] = strangers.keys();
  if (strangers.size > strangersMax && quietest !== undefined) strangers.delete(quietest);
  return takeTurn(turns, code);
};

type Turns = Map<HttpErrorCode, number>;

const takeTurn = (turns: Turns, code: HttpErrorCode): number => {
  const turn = turns.get(code) ?? 0;
  turns.set(code, turn + 1);
  return turn;
};

/** By account and by world: a reset makes new ones. */
const ofAccounts = new WeakMap<object, Turns>();
const ofStrangers = new WeakMap<object, Map<string, Turns>>();

const strangersMax = 1_000;
