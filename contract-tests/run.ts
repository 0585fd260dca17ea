/** What all checks of one run share: the target, the wire, the purse, the pace, the clock, and what was found out once and for all. */
import { randomUUID } from 'node:crypto';
import type { GapId } from '../spec/gaps.ts';
import { Actor } from './actor.ts';
import type { Check, Profile } from './check.ts';
import type { Client } from './client.ts';
import { Known, noting } from './lawful/known.ts';
import type { Pace } from './pacing/pace.ts';
import { type Rates, readRates } from './money/rates.ts';
import { Purse } from './money/purse.ts';
import { SessionLeave } from './money/session-leave.ts';
import { pricingAnswer } from './probes/reads.ts';
import { type Receiver, openReceiver } from './receiver.ts';
import type { Target } from './target.ts';
import type { Rehearsal } from './targets/mock-rehearsal.ts';
import { Health } from './pacing/health.ts';
import { type Time, interruptible, realTime } from './time.ts';
import { Traffic } from './pacing/traffic.ts';
import { NotTestable } from './verdict.ts';
import type { Exchange } from './wire/exchange.ts';
import { type Wire, openWire } from './wire/send.ts';
import type { Stream } from './wire/stream.ts';

export type RunOptions = {
  readonly seed: number;
  readonly profile: Profile;
  /** How many random cases a property draws; 1 is usual. */
  readonly effort?: number;
  readonly wire?: Wire;
  /** Of a target whose clock the judge does not move; the machine's where nothing is said. */
  readonly time?: Time;
  /** Ends the run where it stands: what waits or is under way throws Stopped. */
  readonly signal?: AbortSignal;
  /** Opens a mock that stands for a deployment: random cases that failed there are made smaller on it, where that costs nothing. */
  readonly rehearse?: () => Promise<Rehearsal>;
  /** Of the first look at the target, if one was taken: this run goes on counting, and at the same rate. */
  readonly traffic?: Traffic | undefined;
};

export class Run {
  readonly signal: AbortSignal | undefined;
  readonly health = new Health();
  readonly wire: Wire;
  readonly purse: Purse;
  readonly sessionLeave = new SessionLeave(this);
  readonly traffic: Traffic;
  readonly seed: number;
  readonly profile: Profile;
  readonly effort: number;
  /** Every exchange, in order. */
  readonly exchanges: Exchange[] = [];
  /** Every socket, in order, with the answer that it was opened by. */
  readonly streams: { readonly stream: Stream; readonly session: Exchange }[] = [];
  /** Looks at the balance before money is spent, where that is real. */
  watch: { readonly look: () => Promise<void> } | undefined;
  /** What requests are held against. */
  readonly known: Known;
  readonly target: Target;
  /** Jobs that were accepted and not seen at their end, by id. */
  readonly openJobs = new Map<
    string,
    { readonly key: string; readonly acknowledgement: Exchange; readonly by: Client }
  >();
  /** What was seen of the points that the document leaves open. */
  readonly observed = new Map<GapId, Set<string>>();
  readonly #time: Time;
  #clock: number | undefined;
  #waitedSeconds = 0;
  #receiver: Promise<Receiver> | undefined;
  #rates: Rates | undefined;
  readonly #rehearse: RunOptions['rehearse'];
  #rehearsal: Promise<{ readonly run: Run; readonly close: () => Promise<void> }> | undefined;
  #ordinal = 0;
  /** Keys of no other run, so that a deployment never takes a new submit for an old one. */
  readonly #name = randomUUID().slice(0, 8);
  readonly #once = new Map<unknown, Promise<unknown>>();

  constructor(
    target: Target,
    { seed, profile, effort = 1, wire, time: given = realTime, rehearse, signal, traffic }: RunOptions,
  ) {
    const time = interruptible(given, signal);
    this.known = new Known(target);
    this.target = target.control === undefined ? target : { ...target, control: noting(target.control, this.known) };
    this.signal = signal;
    this.#rehearse = rehearse;
    this.#time = time;
    this.seed = seed;
    this.profile = profile;
    this.effort = effort;
    this.traffic = traffic ?? new Traffic(target, time, profile);
    this.wire = this.traffic.counting(wire ?? openWire({ ca: target.ca, isPlay: target.control !== undefined }));
    this.purse = new Purse(target.spend?.budgetUsd);
  }

  get pace(): Pace {
    return this.traffic.pace;
  }

  /** What is sent from now on belongs to this check, for those who want to know. */
  begin(_check: Check): void {}

  /** What a probe found, found once. A probe is told by its function, or by a name that goes with what it is about. */
  once<T>(probe: (actor: Actor) => Promise<T>, name: unknown = probe): Promise<T> {
    let found = this.#once.get(name) as Promise<T> | undefined;
    if (found === undefined) {
      found = probe(new Actor(this));
      found.catch(() => undefined);
      this.#once.set(name, found);
    }
    return found;
  }

  /** A name that no other request of this run or of another one has. */
  uniqueName(what: string): string {
    return `${what}-${this.#name}-${++this.#ordinal}`;
  }

  /** Milliseconds of the target's clock, as far as it is known: the machine's, where the judge does not move it. */
  get now(): number {
    return this.#clock ?? this.#time.now();
  }

  /** Looks at the clock of a mock. */
  async lookAtClock(): Promise<number> {
    if (this.target.control !== undefined) this.#clock = (await this.target.control.clock()).now;
    return this.now;
  }

  /** Moves the target's clock, or waits. Throws NotTestable if that is longer than the profile allows. */
  async pass(seconds: number): Promise<void> {
    const { control } = this.target;
    if (control !== undefined) {
      this.#clock = (await control.advance(seconds)).now;
      return;
    }
    if (seconds > patienceSeconds[this.profile]) {
      throw new NotTestable(`it would wait ${Math.ceil(seconds)} s`, 'long-time');
    }
    this.#waitedSeconds += seconds;
    await this.#time.pass(seconds);
  }

  get waitedSeconds(): number {
    return this.#waitedSeconds;
  }

  /**
   * To the next thing that happens by itself, and at most so far; where the clock is not ours, a moment.
   * @param idleSeconds how far where nothing is due
   */
  async step(secondsMax: number, idleSeconds = 1): Promise<void> {
    const { control } = this.target;
    if (control === undefined) return this.pass(Math.min(secondsMax, 1));
    // A delivery that is under way belongs to the present instant.
    const { now, nextDue } = await (this.#receiver === undefined ? control.clock() : control.advance(0));
    const until = Math.min(nextDue ?? now + idleSeconds * 1_000, now + secondsMax * 1_000);
    // Nothing of its own is due: what it may have sent behind its clock's back gets a moment to arrive.
    if (this.#receiver !== undefined && (nextDue === undefined || until < nextDue)) await realTime.pass(0.003);
    // What arrives on the way arrives then: nothing is due before.
    this.#clock = Math.max(now, until);
    this.#clock = (await control.advance(Math.max(0, until - now) / 1_000)).now;
    if (this.#clock === now) this.#clock = (await control.advance(0.001)).now;
  }

  /** The judge's receiver. Throws NotTestable where webhooks cannot reach it. */
  async receiver(): Promise<Receiver> {
    const { webhooks } = this.target;
    if (webhooks === undefined) throw new NotTestable('no webhook can reach the judge', 'receiver');
    // What arrives is told the target's time: it has to be known by then.
    if (this.#receiver === undefined) await this.lookAtClock();
    return (this.#receiver ??= openReceiver(webhooks.port, webhooks.publicUrl, () => this.now));
  }

  /** The same run on a mock that stands for the target, opened when it is first asked for; undefined where there is none. */
  async rehearsed(): Promise<Run | undefined> {
    if (this.#rehearse === undefined) return undefined;
    const { seed, profile, effort } = this;
    this.#rehearsal ??= this.#rehearse().then(({ target, time, close }) => ({
      run: new Run(target, { seed, profile, effort, time }),
      close,
    }));
    return (await this.#rehearsal).run;
  }

  /** Upper bounds of what calls cost. */
  async rates(): Promise<Rates> {
    if (this.#rates === undefined) {
      const { answer } = await this.once(pricingAnswer);
      this.#rates = { ...readRates(answer?.json), ...this.target.spend?.rates };
    }
    return this.#rates;
  }

  observe(gap: GapId, value: string): void {
    const seen = this.observed.get(gap) ?? new Set();
    this.observed.set(gap, seen.add(value));
  }

  async close(): Promise<void> {
    // One that is left open, or whose peer never answers its close, would keep the process.
    for (const { stream } of this.streams) stream.cut();
    await (await this.#receiver)?.close();
    this.wire.close();
    // One that could not be opened was told where it was asked for.
    const rehearsal = await this.#rehearsal?.catch(() => undefined);
    await rehearsal?.run.close();
    await rehearsal?.close();
  }
}

/** How long one wait may be where the clock is not ours. */
const patienceSeconds = { smoke: 30, standard: 120, deep: 3_600 } as const satisfies Record<Profile, number>;
