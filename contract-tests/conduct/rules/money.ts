/** Money: whether it is there before it is spent, and where totals come from. */
import { limits } from '../../../spec/limits.ts';
import { type Call, isAccepted, isSessionCall, isSubmit } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { SeenSession } from '../seen-sessions.ts';
import { numbers } from '../series.ts';

export const moneyRules: readonly ConductRule[] = [
  {
    id: 'money.filled-before',
    title: 'sends no paid call on a balance that it has seen empty',
    clauses: ['service.topped-up-in-advance', 'errors.insufficient-balance-top-up'],
    // The clause binds. But it may have been topped up since, by somebody else and by too little.
    level: 'should',
    advice: 'Where GET /balance shows nothing left, have it topped up before the next submit or session.',
    wants: 'a paid call after GET /balance was asked',
    look: ({ calls }) => {
      const balances = balancesIn(calls);
      const informed = calls.flatMap((call) => {
        const known = isPaid(call) ? knownAt(balances, call) : undefined;
        return known === undefined ? [] : [{ call, known }];
      });
      return { occasions: informed.length, lapses: informed.flatMap(brokeAndKnew) };
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
    title: 'takes its totals from GET /usage/summary',
    clauses: ['endpoints.usage-summary.preferred-for-totals'],
    level: 'should',
    advice: 'Ask GET /usage/summary for the totals of a period: the log ends at its limit, and a sum of it is too low.',
    wants: 'totals of a period, or a log of a period that is longer than its limit',
    look: ({ calls, isOverSince }) => {
      const logs = calls.filter(
        (call) => call.operation === 'listUsage' && isCutOff(call) && isOverSince(call.endedAt),
      );
      const hasSummary = calls.some(({ operation }) => operation === 'getUsageSummary');
      return {
        occasions: logs.length + (hasSummary ? 1 : 0),
        lapses: hasSummary
          ? []
          : logs
              .filter((call) => !isReadOn(calls, call))
              .map((call) => ({
                message: `the log of a period ended at its limit of ${limitOf(call)} records, and no summary was asked for`,
                entries: [call.seq],
              })),
      };
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
  if (known.usd >= session.maxCostUsd || start.event === 'connected') return [{ lapses: [] }];
  const message = `the session may cost ${session.maxCostUsd} USD, and the balance had been seen at ${known.usd} USD`;
  return [{ lapses: [{ message, entries: numbers(known.call, session.call, start) }] }];
};

const limitOf = ({ query }: Call): number => Number(query.get('limit') ?? limits.usageLimitDefault);

/** A log without a period is one of what came last. */
const isCutOff = (call: Call): boolean => {
  const { answer, query } = call;
  return call.told && isAccepted(call) && query.has('from') && Array.isArray(answer) && answer.length === limitOf(call);
};

/** Whether the rest was asked for: with another period, or with a higher limit. */
const isReadOn = (calls: readonly Call[], log: Call): boolean =>
  calls.some(
    (call) => call.operation === 'listUsage' && call.seq > log.seq && call.query.toString() !== log.query.toString(),
  );
