/**
 * What a run on a deployment is going to send and to cost, found out before its first paid request: the same checks are rehearsed
 * against a mock that offers what the deployment offers, and priced with the deployment's own rates.
 */
import { operations } from '../spec/operations.ts';
import type { GapChoices, GapId } from '../spec/gaps.ts';
import type { Feature } from '../spec/vocabulary.ts';
import type { Check, Profile } from './check.ts';
import type { Outcome } from './judge.ts';
import type { Rates } from './money/rates.ts';
import { type Recording, RecordedRun } from './drift/recording.ts';
import { BalanceWatch } from './money/by-balance.ts';
import { stillRendering } from './money/rendering.ts';
import type { Run } from './run.ts';
import { type Broken, runChecks } from './runner.ts';
import type { Target } from './target.ts';
import { openPlayRehearsal, openRehearsal } from './targets/mock-rehearsal.ts';
import { WrongOrder } from './wrong-order.ts';

export type PlannedCheck = {
  readonly check: Check;
  /** Upgrades of sockets among them. */
  readonly requests: number;
  readonly paidCalls: number;
  /** As if every call that could be accepted were. */
  readonly atMostUsd: number;
  /** What has to be free in the budget so that it comes to its end, if what must be refused is. */
  readonly neededUsd: number;
  /** At the rate of the target, with its waits. */
  readonly seconds: number;
};

export type Plan = {
  readonly checks: readonly PlannedCheck[];
  /** Still to be sent, with those for the balance that belong to no check; those of the first look at the target are over. */
  readonly requests: number;
  readonly paidCalls: number;
  /** As if every call that could be accepted were. */
  readonly atMostUsd: number;
  /** If it refuses what it must refuse. */
  readonly lawfulUsd: number;
  /** With the looks after the last check. */
  readonly seconds: number;
  /** Of a mock, which moves its clock and makes accounts: nothing is paid. */
  readonly isPlay: boolean;
  /** Features that are called and have no price that can be read. */
  readonly unpriced: readonly Feature[];
  /** What became of the checks in the rehearsal, what it saw of the gaps: the mock's side of a drift report. */
  readonly outcomes: readonly Outcome[];
  readonly observed: ReadonlyMap<GapId, ReadonlySet<string>>;
  /** All that was sent, where it is to be compared. */
  readonly recording?: Recording;
  readonly broken: readonly Broken[];
};

export type PlanOptions = {
  readonly profile: Profile;
  readonly seed: number;
  readonly rates: Rates;
  readonly choices?: Partial<GapChoices> | undefined;
  readonly latencyMs?: number;
  /** Whether the plan keeps what was sent. */
  readonly isRecorded?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
  readonly shouldStop?: () => string | undefined;
};

export const makePlan = async (target: Target, checks: readonly Check[], options: PlanOptions): Promise<Plan> => {
  const { profile, seed, rates, choices, latencyMs = 0, isRecorded = false, onProgress, shouldStop } = options;
  const isPlay = target.control !== undefined && !isRecorded;
  const rehearsal = await (isPlay
    ? openPlayRehearsal(target, { choices, seed })
    : openRehearsal(target, { choices, seed, rates }));
  const { time } = rehearsal;
  const run = new RecordedRun(rehearsal.target, { seed, profile, time });
  const watch = target.control === undefined && target.spend ? new BalanceWatch(run, undefined) : undefined;
  const from = time.now();
  const planned: PlannedCheck[] = [];
  let before = { requests: 0, paid: 0, at: from };
  const secondsOf = (requests: number, waitedMs: number): number => (waitedMs + requests * latencyMs) / 1_000;
  const take = (check: Check): void => {
    const paid = run.purse.reserved.slice(before.paid);
    const now = { requests: run.traffic.requests, paid: run.purse.reserved.length, at: time.now() };
    const requests = now.requests - before.requests;
    planned.push({
      check,
      requests,
      paidCalls: paid.length,
      atMostUsd: paid.reduce((sum, { usd }) => sum + usd, 0),
      neededUsd: neededFor(paid),
      seconds: secondsOf(requests, now.at - before.at),
    });
    before = now;
  };
  try {
    const { outcomes, broken } = await runChecks(run, checks, {
      onProgress: ({ done, total }) => onProgress?.(done, total),
      onOutcome: ({ check }) => take(check),
      ...(watch && { tooDear: ({ id }) => watch.tooDear(id, 0) }),
      ...(shouldStop && { shouldStop }),
    });
    // Before what no check has sent.
    const recording = isRecorded ? run.recording() : undefined;
    await watch?.settled(await stillRendering(run));
    const { requests } = run.traffic;
    const sum = (of: (one: PlannedCheck) => number): number => planned.reduce((all, one) => all + of(one), 0);
    return {
      checks: planned,
      requests,
      paidCalls: sum((one) => one.paidCalls),
      atMostUsd: sum((one) => one.atMostUsd),
      lawfulUsd: run.purse.reserved.reduce((all, one) => all + lawfulCostOf(one), 0),
      seconds: secondsOf(requests, time.now() - from),
      isPlay,
      unpriced: unpricedOf(run, rates),
      outcomes,
      observed: run.observed,
      ...(recording && { recording }),
      broken,
    };
  } finally {
    await run.close();
    await rehearsal.close();
  }
};

type Reservation = Run['purse']['reserved'][number];

/** The most that is set aside at once: what is refused is free again for the next one. */
const neededFor = (paid: readonly Reservation[]): number => {
  let [held, most] = [0, 0];
  for (const one of paid) {
    most = Math.max(most, held + one.usd);
    held += lawfulCostOf(one);
  }
  return most;
};

/** Throws WrongOrder for prices that the plan needs, that cannot be read, and that were not given. */
export const expectPriced = ({ unpriced }: Plan): void => {
  if (unpriced.length === 0) return;
  throw new WrongOrder(
    `GET /pricing shows no price that can be read for ${unpriced.join(', ')}: give ${
      unpriced.length === 1 ? 'it' : 'them'
    } by hand, such as --price ${unpriced[0] ?? ''}=0.05/second, or leave those checks out with --skip`,
  );
};

/** What a check needs of the budget; nothing where it is not in the plan. */
export const neededBy = (check: Check, plan: Plan | undefined): number =>
  plan?.checks.find((one) => one.check === check)?.neededUsd ?? 0;

/** A job at its price there, not at the rehearsal's; a stream by its seconds. */
const lawfulCostOf = ({ what, usd, actualUsd }: Reservation): number =>
  isJob(what) && actualUsd !== 0 ? usd : (actualUsd ?? usd);

const unpricedOf = ({ purse }: Run, rates: Rates): readonly Feature[] => {
  const called = new Set(purse.reserved.flatMap(({ what }) => featureOf(what) ?? []));
  return [...called].filter((feature) => rates[feature] === undefined);
};

const isJob = (what: string): boolean => featureOf(what) !== undefined;

/** A stream tells its ceiling itself, when its session is made. */
const featureOf = (what: string): Feature | undefined =>
  Object.entries(operations).flatMap(([id, operation]) =>
    id === what && 'job' in operation ? [operation.job.feature] : [],
  )[0];
