/** What one call did to the money of an account: its balance and its usage log before, while it ran, and when it was over. */
import type { JobErrorCode } from '../../spec/errors.ts';
import type { JobOutcome } from '../../spec/magic.ts';
import { type JobEndpoint, jobEndpoints } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import { type Actor, type Balance, type SubmitOptions } from '../actor.ts';
import { type FinishedJob, finishedJob } from '../finished-job.ts';
import { failingCall, takenNowhere } from '../job-calls.ts';
import { memberOf, microsOf, textIn } from '../reading/members.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { isBrief, someOf } from '../sample.ts';
import type { Input } from '../target.ts';
import { NotTestable } from '../verdict.ts';

export type Billed = {
  readonly endpoint: JobEndpoint;
  /** Undefined for one that was left to end as it likes. */
  readonly outcome: JobOutcome | undefined;
  readonly job: FinishedJob;
  readonly before: Balance;
  /** Right after the acknowledgement. */
  readonly running: Balance;
  readonly after: Balance;
  /** Records that were not in the log before; undefined where the log cannot be followed, for it holds more than it lists. */
  readonly fresh: readonly unknown[] | undefined;
  readonly log: Exchange;
  /** Milliseconds of the target's clock: just before the submit, and when its end had been seen. */
  readonly from: number;
  readonly to: number;
};

/** On the account that is there for this alone; one call after the other, so that each difference has one cause. */
export const billingAccount = async (actor: Actor): Promise<Account> => {
  const account = await actor.run.once((one) => one.own(10_000), 'billing account');
  if (actor.target.control === undefined) await quiet(actor, account);
  return account;
};

/**
 * Until what was begun before on an account is paid for, or a minute is over. Jobs have been followed to their end by then, so that it waits
 * only where a stream has ended since it was quiet the last time (gap `session-settle-delay`).
 */
export const quiet = async (actor: Actor, account: Account): Promise<void> => {
  const quietSince = await actor.run.once(async () => new Map<string, number>(), 'streams that are paid for');
  const ended = actor.run.streams.filter(({ stream }) => !stream.isOpen).length;
  if (quietSince.get(account.key) === ended) return;
  let last = (await actor.balance(account)).leftMicros;
  for (let turn = 0; turn < 12; turn++) {
    await actor.run.pass(5);
    const { leftMicros } = await actor.balance(account);
    if (leftMicros === last) return void quietSince.set(account.key, ended);
    last = leftMicros;
  }
};

/**
 * A job that ends as it likes, or as it is told, with the money around it.
 * @param state in which it is told so
 */
export const billedJob = async (
  actor: Actor,
  account: Account,
  endpoint: JobEndpoint,
  outcome?: JobOutcome,
  { state = 'queued', ...options }: SubmitOptions & { readonly state?: 'queued' | 'processing' } = {},
): Promise<Billed> => {
  await actor.bodyOf(account, endpoint);
  const known = await actor.usage(account, listedMost);
  const before = await actor.balance(account);
  const from = await actor.run.lookAtClock();
  let running: Balance | undefined;
  let job: FinishedJob;
  if (outcome === undefined || actor.target.control !== undefined) {
    const acknowledgement = await actor.submit(account, endpoint, options);
    if (!isSuccess(acknowledgement)) actor.wanted(undefined, 'a submit that is accepted', acknowledgement);
    running = await actor.balance(account);
    const id = actor.wanted(textIn(acknowledgement, 'id'), 'an acknowledgement with an id', acknowledgement);
    // Its render has begun when the next thing happens.
    if (outcome !== undefined && state === 'processing') await actor.run.step(1);
    if (outcome !== undefined) await actor.control.finishJob(id, outcome);
    job = finishedJob(acknowledgement, await actor.follow(account, acknowledgement));
  } else job = await actor.ending(account, endpoint, outcome, options);
  const to = await actor.run.lookAtClock();
  const charged = job.status === 'succeeded' ? microsOf(job.job['charged_usd']) : 0;
  const after = await settled(actor, account, ({ leftMicros }) => before.leftMicros - leftMicros === charged);
  const { exchange: log, records } = await actor.usage(account, listedMost);
  const isFollowed = known.records.length < mostListed;
  const ids = new Set(known.records.map((record) => memberOf(record, 'id')));
  return {
    endpoint,
    outcome,
    job,
    before,
    running: running ?? after,
    after,
    fresh: isFollowed ? records.filter((record) => !ids.has(memberOf(record, 'id'))) : undefined,
    log,
    from,
    to,
  };
};

const mostListed = 500;
const listedMost = { limit: String(mostListed) };

/** The balance as soon as it is such; else as it is after ten seconds, in which a service may catch up. */
export const settled = async (
  actor: Actor,
  account: Account,
  holds: (balance: Balance) => boolean,
): Promise<Balance> => {
  let balance = await actor.balance(account);
  if (holds(balance)) return balance;
  await actor.until(async () => {
    balance = await actor.balance(account);
    return holds(balance);
  }, 10);
  return balance;
};

/** One of each capability; where money is real, the two that are cheap for sure. */
export const billed = async (actor: Actor): Promise<readonly Billed[]> =>
  actor.run.once(async (one) => {
    const account = await billingAccount(one);
    const all: Billed[] = [];
    for (const endpoint of one.target.control === undefined || isBrief(one.run) ? cheap : jobEndpoints) {
      all.push(await billedJob(one, account, endpoint, undefined, longEnough(endpoint)));
    }
    return all;
  }, 'billed jobs');

/** What is said is long enough to cost more than a cent, to which a price may be rounded (gap `usd-rounding`). */
const longEnough = (endpoint: JobEndpoint): SubmitOptions =>
  endpoint === 'voice-clone' ? { body: { script: 'Good morning. This is a test of the interface. '.repeat(20) } } : {};

const cheap: readonly JobEndpoint[] = ['face-swap-image', 'voice-clone'];

/** Jobs that succeeded, of those. Throws NotTestable where none did. */
export const paid = async (actor: Actor): Promise<readonly Billed[]> => {
  const all = await billed(actor);
  const succeeded = all.filter(({ job }) => job.status === 'succeeded');
  const last = all.at(-1);
  if (succeeded.length === 0) actor.wanted(undefined, 'a job that succeeds', ...(last ? [last.job.end] : []));
  return succeeded;
};

/** Jobs that fail: in each way, and of each capability in one. Throws NotTestable where none can be had. */
export const refunded = async (actor: Actor): Promise<readonly Billed[]> =>
  actor.run.once(async (one) => {
    const account = await billingAccount(one);
    const all: Billed[] = [];
    const ways = one.target.control === undefined ? failuresByInput(one) : failures;
    const reason = useless(one);
    if (ways.length === 0 && reason !== '') throw new NotTestable(reason, 'failing-input');
    for (const [endpoint, outcome, state] of someOf(one.run, ways, 3, 'ways to fail')) {
      all.push(await billedJob(one, account, endpoint, outcome, { ...longEnough(endpoint), state }));
    }
    const failed = all.filter(({ job }) => job.status === 'failed');
    const last = all.at(-1);
    if (failed.length === 0) one.wanted(undefined, 'a job that fails', ...(last ? [last.job.end] : []));
    return failed;
  }, 'refunded jobs');

type Failure = readonly [JobEndpoint, JobOutcome, 'queued' | 'processing'];

const failures: readonly Failure[] = [
  ['face-swap-image', 'face_not_detected', 'queued'],
  ['face-swap-image', 'content_rejected', 'processing'],
  ['face-swap-image', 'timed_out', 'processing'],
  ['face-swap-image', 'cancelled', 'queued'],
  ...jobEndpoints.map((endpoint): Failure => [endpoint, 'processing_failed', 'processing']),
  ['voice-clone', 'content_rejected', 'queued'],
  ['voice-clone', 'cancelled', 'processing'],
];

/** With each file where it is taken; one that is taken nowhere is left out. */
const failuresByInput = (actor: Actor): readonly Failure[] =>
  givenFailures(actor).flatMap(([code, input]): readonly Failure[] => {
    const call = failingCall(input);
    return call === undefined ? [] : [[call.endpoint, code, 'processing']];
  });

/** Which of the files that are to make jobs fail are of no use, and why; empty where all are, and for a mock that is told how jobs end. */
export const useless = (actor: Actor): string =>
  actor.target.control === undefined
    ? givenFailures(actor)
        .filter(([, input]) => failingCall(input) === undefined)
        .map(([code, input]) => takenNowhere(code, input))
        .join('; ')
    : '';

const givenFailures = ({ target: { inputs } }: Actor): readonly (readonly [JobErrorCode, Input])[] =>
  (['face_not_detected', 'content_rejected', 'processing_failed'] as const).flatMap((code) => {
    const input = inputs[code];
    return input === undefined ? [] : [[code, input] as const];
  });

/** What left the balance between two looks at it, in micro-USD. */
export const takenMicros = (before: Balance, after: Balance): number => before.leftMicros - after.leftMicros;

/** What a job says that it was charged, in micro-USD; NaN where it says nothing. */
export const chargedOf = ({ job }: Billed): number => microsOf(job.job['charged_usd']);
