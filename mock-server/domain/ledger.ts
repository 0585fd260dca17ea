/**
 * The double-entry ledger of an account. Money moves between four places and every posting moves one amount from one to another,
 * so their sum is zero for ever: `funding` (the world outside), `available`, `held` (reserved for what runs), `spent`.
 */
import type { Micros } from './money.ts';

export type Place = 'funding' | 'available' | 'held' | 'spent';

export type PostingKind = 'top-up' | 'hold' | 'release' | 'charge' | 'refund';

/** One movement of money; `about` is the job or session it is for. */
export type Posting = { readonly kind: PostingKind; readonly micros: Micros; readonly about?: string };

/** Where each kind of posting takes from and puts to. */
const routes = {
  'top-up': ['funding', 'available'],
  hold: ['available', 'held'],
  release: ['held', 'available'],
  charge: ['held', 'spent'],
  refund: ['spent', 'available'],
} as const satisfies Record<PostingKind, readonly [Place, Place]>;

export type Ledger = { [place in Place]: Micros };

export const emptyLedger = (): Ledger => ({ funding: 0, available: 0, held: 0, spent: 0 });

export const post = (ledger: Ledger, { kind, micros }: Posting): void => {
  const [from, to] = routes[kind];
  ledger[from] -= micros;
  ledger[to] += micros;
};

/** Topped up so far. */
export const toppedUp = (ledger: Ledger): Micros => -ledger.funding;

/** `balance_usd` counts what is held as still there (gap `balance-holds`); `available` is what may start something new. */
export const balanceWithHolds = (ledger: Ledger): Micros => ledger.available + ledger.held;
