/**
 * How long a run still takes: what is planned for the checks that are left, and for each paid call, or else each request, as much more as those
 * until now have taken beyond the plan. So a service that renders slowly is known after the first jobs.
 */
import type { Check } from '../check.ts';
import type { Plan, PlannedCheck } from '../plan.ts';

export type TimeLeft = (progress: { readonly done: number; readonly running: Check }) => number | undefined;

/**
 * From now on; asked when a check begins.
 * @param plan without one it is told by what checks usually send, as fast as until now
 * @param now real milliseconds
 * @returns seconds; undefined while nothing can be said
 */
export const timeLeft = (
  checks: readonly Check[],
  plan: Pick<Plan, 'checks' | 'seconds'> | undefined,
  now: () => number = () => performance.now(),
): TimeLeft => {
  const began = now();
  const begun: Check[] = [];
  return ({ done, running }) => {
    const tookSeconds = (now() - began) / 1_000;
    const isPlanned = plan !== undefined && plan.seconds > 0;
    // What was left out for its price took no time.
    const over = isPlanned ? plan.checks.filter(({ check }) => begun.includes(check)) : [];
    begun.push(running);
    if (!isPlanned) return bySize(checks, done, tookSeconds);
    const from = plan.checks.findIndex(({ check }) => check === running);
    const rest = plan.checks.slice(Math.max(from, 0));
    const planned = sum(rest, ({ seconds }) => seconds);
    return Math.max(0, planned + lagSeconds(over, rest, tookSeconds - sum(over, ({ seconds }) => seconds)));
  };
};

/** How much longer than planned the rest takes if it goes on so. */
const lagSeconds = (over: readonly PlannedCheck[], rest: readonly PlannedCheck[], lag: number): number => {
  const unit = (one: PlannedCheck): number =>
    sum(over, ({ paidCalls }) => paidCalls) > 0 ? one.paidCalls : one.requests;
  const units = sum(over, unit);
  return units === 0 ? 0 : (lag / units) * sum(rest, unit);
};

const bySize = (checks: readonly Check[], done: number, tookSeconds: number): number | undefined => {
  const size = ({ cost }: Check): number => 1 + cost.requests;
  const [before, rest] = [sum(checks.slice(0, done), size), sum(checks.slice(done), size)];
  return done < 5 ? undefined : (tookSeconds / before) * rest;
};

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);
