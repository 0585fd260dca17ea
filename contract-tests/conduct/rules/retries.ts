/** Submits that are sent again: whether they can make a second job. */
import { type Call, canonical, isAccepted, isSubmit } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { Seen } from '../seen.ts';
import { numbers, seriesIn } from '../series.ts';

export const retryRules: readonly ConductRule[] = [
  {
    id: 'retries.with-key',
    title: 'sends a submit whose answer was lost again with an Idempotency-Key',
    clauses: ['limits.retry-safety-no-duplicate-render', 'endpoints.submit.idempotency-key-optional'],
    level: 'should',
    advice:
      'Make an Idempotency-Key for each order, and send it with the first attempt and with every repeat: without it a repeat may render and charge twice.',
    wants: 'a submit whose answer is lost and that is sent again (fault request-drop-after-commit)',
    look: (seen) => {
      const repeats = repeatsOfLost(seen);
      return {
        occasions: repeats.length,
        lapses: repeats
          .filter(({ lost, again }) => keyOf(lost) === undefined && keyOf(again) === undefined)
          .map(({ lost, again }) => ({
            message: 'a submit whose answer was lost was sent again without a key',
            entries: numbers(lost, again),
          })),
      };
    },
  },
  {
    id: 'retries.same-key',
    title: 'keeps the Idempotency-Key of a submit that it sends again',
    clauses: ['limits.retry-safety-no-second-charge'],
    level: 'should',
    advice: 'Make the key with the order and not with the attempt: a fresh key is a new order.',
    wants:
      'a submit with an Idempotency-Key whose answer is lost and that is sent again (fault request-drop-after-commit)',
    look: (seen) => {
      const repeats = repeatsOfLost(seen).filter(
        ({ lost, again }) => keyOf(lost) !== undefined || keyOf(again) !== undefined,
      );
      return {
        occasions: repeats.length,
        lapses: repeats
          .filter(({ lost, again }) => keyOf(lost) !== keyOf(again))
          .map(({ lost, again }) => ({
            message:
              keyOf(again) === undefined
                ? 'a submit whose answer was lost was sent again without its key'
                : 'a submit whose answer was lost was sent again under another key',
            entries: numbers(lost, again),
          })),
      };
    },
  },
  {
    id: 'retries.one-key-one-order',
    title: 'uses an Idempotency-Key for one order only',
    clauses: ['limits.retry-safety-same-job'],
    level: 'should',
    advice:
      'Make a new key for every order: under a key that was used the first job comes back, whatever the body says.',
    wants: 'two different orders with an Idempotency-Key',
    look: ({ calls }) => {
      const accepted = calls.filter((call) => isSubmit(call) && isAccepted(call) && keyOf(call) !== undefined);
      const keys = [...byKey(accepted).values()];
      // One order alone has nothing to share its key with.
      const hasOthers = new Set(accepted.map(orderOf)).size >= 2;
      return { occasions: hasOthers ? keys.length : 0, lapses: keys.flatMap(twoOrders) };
    },
  },
];

const byKey = (calls: readonly Call[]): ReadonlyMap<string | undefined, readonly Call[]> => {
  const found = new Map<string | undefined, Call[]>();
  for (const call of calls) found.set(keyOf(call), [...(found.get(keyOf(call)) ?? []), call]);
  return found;
};

const keyOf = (call: Call): string | undefined => call.header('idempotency-key');

type RepeatOfLost = { readonly lost: Call; readonly again: Call };

const repeatsOfLost = (seen: Seen): RepeatOfLost[] =>
  seriesIn(seen).flatMap((series) =>
    series.flatMap((lost, index) => {
      if (!lost.lost) return [];
      const later = series.slice(index + 1);
      const again = later.find((call) => keyOf(lost) !== undefined && keyOf(call) === keyOf(lost)) ?? later[0];
      return again !== undefined && isSubmit(lost) && again.at >= lost.endedAt ? [{ lost, again }] : [];
    }),
  );

const twoOrders = (calls: readonly Call[]): Lapse[] => {
  const [first] = calls;
  const other = calls.find((call) => first !== undefined && orderOf(call) !== orderOf(first));
  if (first === undefined || other === undefined) return [];
  return [
    {
      message: 'two different orders were sent under one key: the second had no effect',
      entries: numbers(first, other),
    },
  ];
};

/** Where the webhook goes may change. */
const orderOf = ({ operation, body = {} }: Call): string =>
  `${operation} ${canonical(Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'callback_url')))}`;
