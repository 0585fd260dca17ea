/** Judges one server, from the first look at it to the last: preflight, plan, checks, money, drift. Showing what came of it is report/. */
import type { GapChoices, GapId } from '../spec/gaps.ts';
import type { Check, Profile } from './check.ts';
import type { Drift, Observed } from './drift.ts';
import { driftOf } from './drift/drift-of.ts';
import { RecordedRun } from './drift/recording.ts';
import type { Outcome } from './judge.ts';
import { BalanceWatch, type Money } from './money/by-balance.ts';
import { priced } from './money/priced.ts';
import { stillRendering } from './money/rendering.ts';
import { type Plan, expectPriced, makePlan, neededBy } from './plan.ts';
import { type FirstLook, preflight } from './preflight.ts';
import type { Run } from './run.ts';
import { type Broken, type LeftOut, type RunnerOptions, runChecks } from './runner.ts';
import type { Target } from './target.ts';
import type { TargetFault } from './target-fault.ts';
import { timeLeft } from './pacing/time-left.ts';
import { type Time, interruptible, realTime } from './time.ts';
import { Traffic } from './pacing/traffic.ts';
import { type Rehearsal, openRehearsal } from './targets/mock-rehearsal.ts';
import { goneAt } from './went-away.ts';

export const targetKinds = ['mock', 'running-mock', 'deployment'] as const;
export type TargetKind = (typeof targetKinds)[number];

export type Order = {
  readonly target: Target;
  readonly kind: TargetKind;
  readonly checks: readonly Check[];
  readonly profile: Profile;
  readonly seed: number;
  readonly dryRun?: boolean;
  readonly drift?: boolean;
  /** Of the mock that a deployment is rehearsed on and compared with. */
  readonly choices?: Partial<GapChoices> | undefined;
  /** Ends the run after the check that is running. */
  readonly signal?: AbortSignal;
  readonly listener?: Listener;
  /** Of a target whose clock the judge does not move; the machine's where nothing is said. */
  readonly time?: Time;
};

export type Listener = {
  readonly onPlanning?: (done: number, total: number) => void;
  readonly onPlan?: (plan: Plan) => void;
  readonly onProgress?: (progress: FullProgress) => void;
  readonly onOutcome?: (outcome: Outcome) => void;
  /** While drift is explained, on mocks of this process. */
  readonly onComparing?: (done: number, total: number) => void;
};

export type FullProgress = {
  readonly done: number;
  readonly total: number;
  readonly running: Check;
  readonly spentUsd: number;
  /** Undefined while nothing can be said. */
  readonly leftSeconds: number | undefined;
};

export type Judgement = {
  readonly order: Order;
  readonly startedAt: Date;
  readonly tookMs: number;
  readonly plan?: Plan;
  readonly outcomes: readonly Outcome[];
  readonly leftOut: readonly LeftOut[];
  readonly broken: readonly Broken[];
  readonly stopped?: string;
  /** The target went away: the run says nothing about what is left. */
  readonly wentAway?: string;
  /** All that were sent to the target, with those of the first look and those for its balance. */
  readonly requests: number;
  readonly money?: Money;
  readonly observed: ReadonlyMap<GapId, ReadonlySet<string>>;
  readonly drift?: Drift;
};

/** Throws a TargetFault where nothing can be judged, and WrongOrder where the order cannot be carried out as it is. */
export const judgeServer = async (order: Order): Promise<Judgement> => {
  const { kind, checks, profile, seed, listener = {} } = order;
  const startedAt = new Date();
  const began = performance.now();
  const { signal, time = realTime } = order;
  const traffic = new Traffic(order.target, interruptible(time, signal), profile);
  const first = kind === 'mock' ? undefined : await preflight(order.target, { traffic });
  const offered = first === undefined ? order.target : priced(order.target, first.pricing);
  // It sends no paid call, whatever the budget: so its looks at the balance are left out too.
  const target = kind === 'deployment' && profile === 'smoke' ? { ...offered, spend: undefined } : offered;
  const plan = await planOf({ ...order, target }, first);
  if (plan !== undefined) listener.onPlan?.(plan);
  const nothing = { order, startedAt, outcomes: [], leftOut: [], broken: [], observed: noneObserved };
  if (order.dryRun === true) {
    const { requests } = traffic;
    return { ...nothing, ...(plan && { plan }), requests, tookMs: performance.now() - began };
  }

  const rehearse = (): Promise<Rehearsal> => openRehearsal(target, { seed, choices: order.choices });
  const run = new RecordedRun(target, {
    seed,
    profile,
    traffic,
    time,
    ...(signal && { signal }),
    ...(kind === 'deployment' && { rehearse }),
  });
  const watch = new BalanceWatch(run, first?.balanceUsd);
  try {
    const results = await runChecks(run, checks, optionsFor({ ...order, target }, { run, watch, plan }));
    const { outcomes, leftOut, broken, stopped, wentAway } = results;
    // Before what no check has sent.
    const side = { outcomes, observed: run.observed, recording: run.recording() };
    const money = kind === 'deployment' && target.spend ? await watch.settled(await stillRendering(run)) : undefined;
    const drift =
      order.drift === true && plan !== undefined ? await driftOf(plan, side, { ...order, target }) : undefined;
    return {
      order,
      startedAt,
      tookMs: performance.now() - began,
      ...(plan && { plan }),
      outcomes,
      leftOut,
      broken,
      ...(stopped !== undefined && { stopped }),
      ...(wentAway !== undefined && { wentAway }),
      requests: traffic.requests,
      ...(money && { money }),
      observed: run.observed,
      ...(drift && { drift }),
    };
  } finally {
    await run.close();
  }
};

type Judging = {
  readonly run: Run;
  readonly watch: BalanceWatch;
  readonly plan: Plan | undefined;
};

/** What is asked before each check, and told after it. */
const optionsFor = (
  { target, kind, checks, signal, listener = {} }: Order,
  { run, watch, plan }: Judging,
): RunnerOptions => {
  const left = timeLeft(checks, plan);
  return {
    onProgress: (progress) =>
      listener.onProgress?.({
        ...progress,
        // Of a mock it is play money.
        spentUsd: kind === 'deployment' ? progress.spentUsd : 0,
        leftSeconds: left(progress),
      }),
    ...(listener.onOutcome && { onOutcome: listener.onOutcome }),
    shouldStop: () => (signal?.aborted === true ? 'it was interrupted' : undefined),
    ...(kind === 'deployment' &&
      target.spend !== undefined && { tooDear: (check) => watch.tooDear(check.id, neededBy(check, plan)) }),
    wentAway: (outcome) => goneAt(run, outcome),
  };
};

/** Where nothing can be judged each check says why. */
export const unjudged = (order: Order, fault: TargetFault): Judgement => ({
  order,
  startedAt: new Date(),
  tookMs: 0,
  outcomes: [],
  leftOut: order.checks.map((check) => ({ check, why: fault.message })),
  broken: [],
  wentAway: fault.message,
  requests: fault.requests,
  observed: noneObserved,
});

const noneObserved: Observed = new Map();

/** Only where requests cost time or money, or where it is asked for. */
const planOf = async (order: Order, first: FirstLook | undefined): Promise<Plan | undefined> => {
  const { target, kind, checks, profile, seed, choices, listener = {}, signal } = order;
  if (kind !== 'deployment' && order.dryRun !== true && order.drift !== true) return undefined;
  const plan = await makePlan(target, checks, {
    profile,
    seed,
    choices,
    rates: target.spend?.rates ?? {},
    latencyMs: first?.latencyMs ?? 0,
    isRecorded: order.drift === true,
    ...(listener.onPlanning && { onProgress: listener.onPlanning }),
    shouldStop: () => (signal?.aborted === true ? 'it was interrupted' : undefined),
  });
  if (kind === 'deployment') expectPriced(plan);
  return plan;
};
