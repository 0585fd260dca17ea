/** Money: whether it is there before it is spent, and how it is counted afterwards. */
import { limits } from '../../../spec/limits.ts';
import { usageCutNote } from '../../../spec/schemas/journal.ts';
import { type Call, isAccepted, isSessionCall, isSubmit } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { SeenSession } from '../seen-sessions.ts';
import { numbers, seriesIn, wentOn } from '../series.ts';

export const moneyRules: readonly ConductRule[] = [
  {
    id: 'money.filled-before',
    title: 'sends no paid call on a balance that it has seen empty',
    clauses: ['service.topped-up-in-advance', 'errors.insufficient-balance-top-up'],
    // The clause binds. But it may have been topped up since, by somebody else and by too little.
    level: 'should',
    advice: 'Where GET /balance shows nothing left, have it topped up before the next submit or session.',
    wants: 'a balance that GET /balance shows empty, after which there was time',
    look: (seen) => {
      const balances = balancesIn(seen.calls);
      const informed = seen.calls.flatMap((call) => {
        const known = isPaid(call) ? knownAt(balances, call) : undefined;
        return known === undefined ? [] : [{ call, known }];
      });
      const lapses = informed.flatMap(brokeAndKnew);
      // One that was taken shows that there was money again.
      const spentOn = new Set(informed.filter(({ call }) => !isAccepted(call)).map(({ known }) => known));
      const heeded = balances.filter((known) => known.usd <= 0 && !spentOn.has(known) && wentOn(seen, known.call));
      return { occasions: heeded.length + lapses.length, lapses };
    },
  },
  {
    id: 'money.ceiling-covered',
    title: 'has max_cost_usd on its balance when it starts a Full Live Swap session',
    clauses: ['endpoints.full-live-swap.balance-covers-ceiling'],
    level: 'should',
    advice: 'Hold max_cost_usd of the session against GET /balance before you connect; fund fewer minutes, or top up.',
    wants: 'a Full Live Swap session that is connected to after GET /balance was asked',
    look: ({ calls, sessions }) => {
      const started = sessions
        .filter(({ capability }) => capability === 'full-live-swap')
        .flatMap((session) => startOf(calls, session));
      return { occasions: started.length, lapses: started.flatMap(({ lapses }) => lapses) };
    },
  },
  {
    id: 'money.totals-from-summary',
    title: 'takes no log that was cut off at its limit for all there is',
    clauses: ['endpoints.usage-summary.preferred-for-totals'],
    level: 'should',
    advice:
      'Take totals from GET /usage/summary, or read the log in pieces with from and to. To show the latest records alone, say with limit how many.',
    wants: 'a GET /usage without a small limit of its own, where there are more records than it lists',
    look: (seen) => {
      const logs = seriesIn(seen)
        .map((series) => series.filter(isCutLog))
        .filter(({ length }) => length > 0);
      const readOn = logs.filter((log) => log.every((call) => hasReadOn(seen.calls, call)));
      // It may yet ask for the rest, or have had the summary before the journal begins.
      const left = logs.filter(
        (log) => seen.isWhole && !readOn.includes(log) && log.every(({ endedAt }) => seen.isOverSince(endedAt)),
      );
      return { occasions: readOn.length + left.length, lapses: left.map(cutShort) };
    },
  },
];

const isPaid = (call: Call): boolean => isSubmit(call) || isSessionCall(call);

type Known = { readonly call: Call; readonly usd: number };

/** The balances that the client was shown, in order. */
const balancesIn = (calls: readonly Call[]): readonly Known[] =>
  calls.flatMap((call) => {
    const usd = call.answer?.['balance_usd'];
    return call.operation === 'getBalance' && call.told && typeof usd === 'number' ? [{ call, usd }] : [];
  });

/** As it was last seen before then. */
const knownAt = (balances: readonly Known[], before: Moment): Known | undefined =>
  balances.findLast(({ call }) => call.endedAt <= before.at && call.seq < before.seq);

/** `at`: when it began, in milliseconds of the mock's clock. */
type Moment = { readonly at: number; readonly seq: number };

const brokeAndKnew = ({ call, known }: { readonly call: Call; readonly known: Known }): Lapse[] => {
  if (known.usd > 0 || call.code !== 'insufficient_balance') return [];
  const message = `${call.path} was called although the balance had been seen at ${known.usd} USD`;
  return [{ message, entries: numbers(known.call, call) }];
};

/** Where it was tried to connect, and the balance was known. What was paid in between is not. */
const startOf = (calls: readonly Call[], session: SeenSession): { readonly lapses: readonly Lapse[] }[] => {
  const [start] = [
    ...session.connections.map(({ connected }) => connected),
    ...session.refused.filter(({ code }) => code === 402),
  ];
  const known =
    start === undefined ? undefined : knownAt(balancesIn(calls), { at: Date.parse(start.at), seq: start.seq });
  if (start === undefined || known === undefined || session.maxCostUsd === undefined) return [];
  if (known.usd >= session.maxCostUsd) return [{ lapses: [] }];
  // It may have been topped up in between.
  if (start.event === 'connected') return [];
  const message = `the session may cost ${session.maxCostUsd} USD, and the balance had been seen at ${known.usd} USD`;
  return [{ lapses: [{ message, entries: numbers(known.call, session.call, start) }] }];
};

/** Fewer on purpose is a page of the latest: nobody takes it for all there is. */
const isCutLog = ({ operation, query, told, entry }: Call): boolean =>
  operation === 'listUsage' &&
  told &&
  Number(query.get('limit') ?? limits.usageLimitMax) >= limits.usageLimitMax &&
  entry.notes.some((note) => note.startsWith(usageCutNote));

/** It has the totals from elsewhere, or has asked for another piece of the log. */
const hasReadOn = (calls: readonly Call[], cut: Call): boolean =>
  calls.some(
    ({ operation, identity, seq, status }) =>
      status === 200 &&
      (operation === 'getUsageSummary' || (operation === 'listUsage' && identity !== cut.identity && seq > cut.seq)),
  );

const cutShort = (log: readonly Call[]): Lapse => ({
  message: 'GET /usage listed a part of the log, and neither the rest nor GET /usage/summary was asked for',
  entries: numbers(...log),
});
