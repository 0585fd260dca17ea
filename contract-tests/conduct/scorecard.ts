/** Judges a client by the journal: each rule once, each with the entries that show where it was broken. */
import { type ClauseId, clauseList } from '../../spec/clauses.ts';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { type ConductVerdict, conductVerdicts } from './conduct-verdict.ts';
import { notObservable } from './not-observable.ts';
import type { ConductRule, Lapse } from './rule.ts';
import { conductRules } from './rules.ts';
import { type Seen, seenIn } from './seen.ts';
import { withoutTrials } from './trials.ts';

export type { ConductVerdict } from './conduct-verdict.ts';
export type { ConductRule, Lapse } from './rule.ts';
export type { Seen } from './seen.ts';

export type RuleVerdict = Pick<ConductRule, 'id' | 'title' | 'clauses' | 'level' | 'advice'> & {
  readonly verdict: ConductVerdict;
  readonly occasions: number;
  readonly lapses: readonly Lapse[];
  readonly message: string;
};

export type Scorecard = {
  /** Null: what came of no account that is known. */
  readonly account_id: string | null;
  /** `forgotten`: the oldest entries, which the ring had to drop. */
  readonly entries: { readonly read: number; readonly forgotten: number };
  readonly summary: { readonly [verdict in ConductVerdict]: number };
  readonly rules: readonly RuleVerdict[];
  readonly clauses: readonly {
    readonly id: ClauseId;
    readonly verdict: ConductVerdict;
    readonly rules: readonly string[];
  }[];
  /** Clauses of the client's side that no journal can show. */
  readonly not_observable: readonly { readonly clause: ClauseId; readonly why: string }[];
  /** The entries that lapses name, once each, in order. */
  readonly evidence: readonly JournalEntry[];
};

/** What else has to be known of the journal. */
export type About = {
  readonly accountId: string | null;
  /** How many accounts the mock has, with those that have sent nothing; by default those that the journal knows. */
  readonly accounts?: number;
  /** How many of the oldest entries the ring has dropped; 0 by default. */
  readonly forgotten?: number;
  /** The clock of the mock, as its flag has it; `real` by default. On `manual`, and on one slower than real time, no pause is judged. */
  readonly clock?: string;
  /** Whether the client still works: then nothing is held against it that it may yet do. By default it has ended. */
  readonly running?: boolean;
};

/**
 * @param entries the whole journal, of all accounts. The card is about those of `accountId`; those of no known account count as its
 *   own where it is the only account there is, and then none are left for the card of null.
 */
export const judgeConduct = (entries: readonly JournalEntry[], about: About): Scorecard => {
  const own = withoutTrials(entriesOf(entries, about));
  const seen = seenIn(own, about);
  const rules = conductRules.map((rule) => judge(rule, seen));
  const named = new Set(rules.flatMap(({ lapses }) => lapses.flatMap((lapse) => lapse.entries)));
  return {
    account_id: about.accountId,
    entries: { read: own.length, forgotten: about.forgotten ?? 0 },
    summary: {
      fail: count(rules, 'fail'),
      warn: count(rules, 'warn'),
      pass: count(rules, 'pass'),
      not_testable: count(rules, 'not_testable'),
    },
    rules,
    clauses: clausesOf(rules),
    not_observable: unseen,
    evidence: own.filter(({ seq }) => named.has(seq)),
  };
};

/** One card for each account that the journal knows, and one for what came of none, where that could be of several. */
export const judgeEachAccount = (entries: readonly JournalEntry[], about: Omit<About, 'accountId'>): Scorecard[] => {
  const accounts = accountsIn(entries);
  const strangers = !areOfOne(entries, about) && entries.some(({ account_id }) => account_id === null);
  return [...accounts, ...(strangers ? [null] : [])].map((accountId) => judgeConduct(entries, { ...about, accountId }));
};

const accountsIn = (entries: readonly JournalEntry[]): string[] => [
  ...new Set(entries.flatMap(({ account_id }) => account_id ?? [])),
];

const entriesOf = (entries: readonly JournalEntry[], about: About): JournalEntry[] => {
  const { accountId } = about;
  const alone = accountId !== null && accountsIn(entries).every((account) => account === accountId);
  const hasStrangers = areOfOne(entries, about) ? alone : accountId === null;
  return entries.filter(({ account_id }) => (account_id === null ? hasStrangers : account_id === accountId));
};

/** Whether there is only one account that strangers could belong to. */
const areOfOne = (entries: readonly JournalEntry[], { accounts }: Pick<About, 'accounts'>): boolean => {
  const known = accountsIn(entries).length;
  return (accounts ?? known) === 1 && known <= 1;
};

const judge = (rule: ConductRule, seen: Seen): RuleVerdict => {
  const { occasions, lapses } = rule.look(seen);
  const { id, title, clauses, level, advice } = rule;
  const lapsed = level === 'must' ? 'fail' : 'warn';
  const verdict = lapses.length > 0 ? lapsed : occasions > 0 ? 'pass' : 'not_testable';
  return { id, title, clauses, level, advice, verdict, occasions, lapses, message: messageOf(rule, occasions, lapses) };
};

const messageOf = ({ wants }: ConductRule, occasions: number, lapses: readonly Lapse[]): string => {
  const [first] = lapses;
  if (first === undefined) return occasions > 0 ? `kept, ${times(occasions)}` : `nothing to judge: ${wants}`;
  return lapses.length === 1 ? first.message : `${first.message} (and ${lapses.length - 1} more)`;
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const count = (rules: readonly RuleVerdict[], wanted: ConductVerdict): number =>
  rules.filter(({ verdict }) => verdict === wanted).length;

const clausesOf = (rules: readonly RuleVerdict[]): Scorecard['clauses'] =>
  clauseList.flatMap(({ id }) => {
    // Lapses blame the first clause alone: the others say why it matters.
    const naming = rules.filter(({ clauses }) => clauses[0] === id);
    const worst = conductVerdicts.find((verdict) => naming.some((rule) => rule.verdict === verdict));
    return worst === undefined ? [] : [{ id, verdict: worst, rules: naming.map((rule) => rule.id) }];
  });

const unseen: Scorecard['not_observable'] = clauseList.flatMap(({ id }) => {
  const why = notObservable[id];
  return why === undefined ? [] : [{ clause: id, why }];
});
