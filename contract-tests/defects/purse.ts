/** A balance that is off: what is taken from accounts, or given to them, beside what is right. For defects of money. */
import type { Ports } from '../targets/mock.ts';
import { isObject } from '../reading/members.ts';
import { type Account, type AccountEvent, type Decide, withEvents } from './ports.ts';

type Taking = {
  readonly micros: number;
  /** Milliseconds of the mock's clock. */
  readonly from: number;
  /** When it is given back; never by default. */
  readonly until?: number;
};

export type Take = (
  event: AccountEvent,
  known: { readonly account: Account; readonly command: Parameters<Decide>[2]; readonly now: number },
) => Taking | number | undefined;

/** Which numbers of the balance follow. */
type Shown = 'all' | 'balance' | 'spent';

/**
 * Takes more for events than is right, less where it is negative. The mock's own books stay as they are: it is what the balance shows.
 * @param shows `all`: the totals agree with the balance
 */
export const taking =
  (make: () => Take, shows: Shown = 'all'): (() => Ports) =>
  () => {
    const takings = new Map<string, Taking[]>();
    const take = make();
    return {
      decide: (next) => (account, world, command, moment) =>
        withEvents(next(account, world, command, moment), (events) => {
          for (const event of events) {
            const taken = take(event, { account, command, now: moment.now });
            if (taken === undefined || taken === 0) continue;
            const one = typeof taken === 'number' ? { micros: taken, from: moment.now } : taken;
            takings.set(account.id, [...(takings.get(account.id) ?? []), one]);
          }
          return events;
        }),
      ...showing((accountId, now) => sumAt(takings.get(accountId ?? '') ?? [], now), shows),
    };
  };

/** The balance shows less by so much. */
export const showing = (
  microsOf: (accountId: string | undefined, now: number) => number,
  shows: Shown = 'all',
): Pick<Ports, 'present'> => ({
  present: (next) => (answer, asked) => {
    const { body } = answer;
    if (asked.operation !== 'getBalance' || asked.refused !== undefined || !isObject(body)) return next(answer, asked);
    const usd = microsOf(asked.accountId, asked.now) / 1e6;
    const plus = (name: string, more: number): number => Math.round((Number(body[name]) + more) * 1e6) / 1e6;
    return next(
      {
        ...answer,
        body: {
          ...body,
          ...(shows !== 'spent' && { balance_usd: plus('balance_usd', -usd) }),
          ...(shows !== 'balance' && {
            total_spent_usd: plus('total_spent_usd', usd),
            spent_this_week_usd: plus('spent_this_week_usd', usd),
            spent_this_month_usd: plus('spent_this_month_usd', usd),
            spent_this_year_usd: plus('spent_this_year_usd', usd),
          }),
        },
      },
      asked,
    );
  },
});

const sumAt = (takings: readonly Taking[], now: number): number =>
  takings
    .filter(({ from, until = Number.POSITIVE_INFINITY }) => from <= now && now < until)
    .reduce((sum, { micros }) => sum + micros, 0);
