/** Jobs that nobody saw at their end: a job is charged when it ends, so they are waited for before the last look at the balance. */
import { operations } from '../../spec/operations.ts';
import { type Account, accountWith } from '../account.ts';
import { Actor } from '../actor.ts';
import { keyIn } from '../lawful/deviations/deviation.ts';
import { isTerminal, textIn } from '../reading/members.ts';
import type { Run } from '../run.ts';
import { throwIfStopped } from '../time.ts';
import { NotTestable, Stopped, WentAway } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

/**
 * Looks at them until they end, for two minutes of the target's clock, at its rate. Looks cost nothing. Who interrupts the run does not wait.
 * @returns how many were not seen at their end then either
 */
export const stillRendering = async (run: Run): Promise<number> => {
  const open = new Set(unendedJobs(run.exchanges));
  const until = run.now + patienceSeconds * 1_000;
  try {
    for (const job of open) {
      throwIfStopped(run.signal);
      // When the time is up, each of the others is looked at once: they rendered meanwhile.
      if (await ends(run, job, (until - run.now) / 1_000)) open.delete(job);
    }
  } catch (error) {
    // What was found out of the checks is told all the same.
    if (!(error instanceof Stopped || error instanceof WentAway)) throw error;
  }
  return open.size;
};

const patienceSeconds = 120;

type Job = { readonly account: Account; readonly acknowledgement: Exchange };

const ends = async (run: Run, { account, acknowledgement }: Job, secondsMax: number): Promise<boolean> => {
  try {
    await new Actor(run).follow(account, acknowledgement, secondsMax);
    return true;
  } catch (error) {
    if (error instanceof NotTestable) return false;
    throw error;
  }
};

/** Also those that some check has given up waiting for. Several submits may be answered with the same job. */
const unendedJobs = (exchanges: readonly Exchange[]): Iterable<Job> => {
  const open = new Map<string, Job>();
  for (const exchange of exchanges) {
    const id = isSuccess(exchange) ? textIn(exchange, 'id') : undefined;
    const key = keyIn(exchange.request);
    if (id === undefined || key === undefined) continue;
    if (isSubmit(exchange)) open.set(id, { account: accountWith(key), acknowledgement: exchange });
    else if (exchange.operation === 'getJob' && isTerminal(exchange)) open.delete(id);
  }
  return open.values();
};

const isSubmit = ({ operation }: Exchange): boolean => operation !== undefined && 'job' in operations[operation];
