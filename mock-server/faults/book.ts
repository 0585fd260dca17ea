/**
 * The book of the rules: counts the occasions of each rule and says which faults one meets. Every account is counted by itself, and
 * chance is keyed by rule, account and count, so that the same requests meet the same faults whatever other accounts do.
 */
import { type Fault, type FaultFamily, faultEntry } from '../../spec/faults.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { FaultRule } from '../domain/fault-rule.ts';

/** Something that a rule may hit. */
export type Occasion = {
  readonly family: FaultFamily;
  /** A request by default; the attempt of a delivery, or the connection of a socket. */
  readonly on?: 'request' | 'delivery' | 'connect';
  readonly operation?: OperationId;
  /** Empty where nobody has said who asks: a request without a key. */
  readonly accountId: string;
  readonly feature?: string;
  readonly fields?: { readonly [field: string]: unknown };
  /** Milliseconds of the mock's clock. */
  readonly now: number;
};

/** A number in [0, 1) that is the same for the same seed, account and purpose. */
export type DrawFor = (accountId: string, purpose: string) => number;

export type FaultBook = {
  /** Whether there is no rule at all: then nothing need be asked. */
  readonly isEmpty: () => boolean;
  /**
   * The faults that this occasion meets, in the order of the rules. It is counted, so ask once.
   * @param inForce the rules, where they are not those of now
   */
  readonly meet: (occasion: Occasion, inForce?: readonly FaultRule[]) => readonly Fault[];
};

/** @param rules those in force now; a rule that is taken away, or replaced by another object, takes its counts with it */
export const createFaultBook = (rules: () => readonly FaultRule[], draw: DrawFor): FaultBook => {
  const books = new WeakMap<FaultRule, Map<string, Tally>>();

  const tallyOf = (rule: FaultRule, accountId: string): Tally => {
    let tallies = books.get(rule);
    if (tallies === undefined) books.set(rule, (tallies = new Map<string, Tally>()));
    let tally = tallies.get(accountId);
    if (tally === undefined) tallies.set(accountId, (tally = { occasions: 0, hits: 0 }));
    return tally;
  };

  const hits = (rule: FaultRule, { accountId }: Occasion): boolean => {
    const { nth, every, chance, times } = rule.when;
    const tally = tallyOf(rule, accountId);
    const count = ++tally.occasions;
    if (nth !== undefined && count !== nth) return false;
    if (every !== undefined && count % every !== 0) return false;
    if (chance !== undefined && draw(accountId, `fault/${rule.id}/${count}`) >= chance) return false;
    if (times !== undefined && tally.hits >= times) return false;
    tally.hits++;
    return true;
  };

  return {
    isEmpty: () => rules().length === 0,
    meet: (occasion, inForce = rules()) =>
      inForce.filter((rule) => concerns(rule, occasion) && hits(rule, occasion)).map(({ fault }) => fault),
  };
};

type Tally = { occasions: number; hits: number };

/** Whether an occasion is one of the rule's: all but what depends on the count. */
const concerns = ({ when, fault }: FaultRule, occasion: Occasion): boolean => {
  const { family, only } = faultEntry(fault.name);
  const { on = 'request', operation, account_id: accountId, feature, match = {}, from, to } = when;
  return (
    family === occasion.family &&
    on === (occasion.on ?? 'request') &&
    (only === undefined || only === occasion.feature) &&
    (operation === undefined || operation === occasion.operation) &&
    (accountId === undefined || accountId === occasion.accountId) &&
    (feature === undefined || feature === occasion.feature) &&
    (from === undefined || occasion.now >= from) &&
    (to === undefined || occasion.now < to) &&
    Object.entries(match).every(([field, value]) => valueOf(occasion.fields, field) === value)
  );
};

const valueOf = (fields: Occasion['fields'], field: string): unknown =>
  fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
