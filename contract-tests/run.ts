/** What all checks of one run share: the target, the wire, the purse, the pace, the clock, and what was found out once and for all. */
import { randomUUID } from 'node:crypto';
import type { GapId } from '../spec/gaps.ts';
import { Actor } from './actor.ts';
import type { Profile } from './check.ts';
import type { Client } from './client.ts';
import { Pace } from './pace.ts';
import { type Rates, readRates } from './money/rates.ts';
import { Purse } from './money/purse.ts';
import { type Receiver, openReceiver } from './receiver.ts';
import type { Target } from './target.ts';
import { type Time, realTime } from './time.ts';
import { NotTestable } from './verdict.ts';
import type { Exchange } from './wire/exchange.ts';
import { type Wire, openWire } from './wire/send.ts';

export type RunOptions = {
  readonly seed: number;
  readonly profile: Profile;
  /** How many random cases a property draws; 1 is usual. */
  readonly effort?: number;
  readonly wire?: Wire;
  /** Of a target whose clock the judge does not move; the machine's where nothing is said. */
  readonly time?: Time;
};

export class Run {
  readonly wire: Wire;
  readonly purse: Purse;
  readonly pace: Pace;
  readonly seed: number;
  readonly profile: Profile;
  readonly effort: number;
  /** Every exchange, in order. */
  readonly exchanges: Exchange[] = [];
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
  #ordinal = 0;
  /** Keys of no other run, so that a deployment never takes a new submit for an old one. */
  readonly #name = randomUUID().slice(0, 8);
  readonly #once = new Map<unknown, Promise<unknown>>();

  constructor(
    readonly target: Target,
    { seed, profile, effort = 1, wire, time = realTime }: RunOptions,
  ) {
    this.#time = time;
    this.seed = seed;
    this.profile = profile;
    this.effort = effort;
    this.wire = wire ?? openWire({ ca: target.ca });
    this.purse = new Purse(target.spend?.budgetUsd);
    this.pace = new Pace(target.control === undefined ? target.requestsPerMinute : 'off', time);
  }

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
    if (this.target.control !== undefined) this.#clock = await this.target.control.now();
    return this.now;
  }

  /** Moves the target's clock, or waits. Throws NotTestable if that is longer than the profile allows. */
  async pass(seconds: number): Promise<void> {
    const { control } = this.target;
    if (control !== undefined) {
      this.#clock = await control.advance({ seconds });
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

  /** To the next thing that happens by itself, and at most so far; where the clock is not ours, a moment. */
  async step(secondsMax: number): Promise<void> {
    const { control } = this.target;
    if (control === undefined) return this.pass(Math.min(secondsMax, 1));
    // A delivery that is under way belongs to the present instant.
    if (this.#receiver !== undefined) await control.advance({ seconds: 0 });
    const before = await this.lookAtClock();
    const next = await control.nextDue();
    const until = next === undefined ? before + 1_000 : Math.min(next, before + secondsMax * 1_000);
    // What arrives on the way arrives then: nothing is due before.
    this.#clock = Math.max(before, until);
    this.#clock = await control.advance({ seconds: Math.max(0, until - before) / 1_000 });
    if (this.#clock === before) this.#clock = await control.advance({ seconds: 0.001 });
  }

  /** The judge's receiver. Throws NotTestable where webhooks cannot reach it. */
  async receiver(): Promise<Receiver> {
    const { webhooks } = this.target;
    if (webhooks === undefined) throw new NotTestable('no webhook can reach the judge', 'receiver');
    // What arrives is told the target's time: it has to be known by then.
    if (this.#receiver === undefined) await this.lookAtClock();
    return (this.#receiver ??= openReceiver(webhooks.port, webhooks.publicUrl, () => this.now));
  }

  /** Upper bounds of what calls cost. */
  async rates(): Promise<Rates> {
    if (this.#rates === undefined) {
      const { answer } = await this.wire.send({
        method: 'GET',
        url: `${this.target.baseUrl}/pricing`,
        headers: {},
        body: undefined,
      });
      this.#rates = { ...readRates(answer?.json), ...this.target.spend?.rates };
    }
    return this.#rates;
  }

  observe(gap: GapId, value: string): void {
    const seen = this.observed.get(gap) ?? new Set();
    this.observed.set(gap, seen.add(value));
  }

  async close(): Promise<void> {
    await (await this.#receiver)?.close();
    this.wire.close();
  }
}

/** How long one wait may be where the clock is not ours. */
const patienceSeconds = { smoke: 30, standard: 120, deep: 3_600 } as const satisfies Record<Profile, number>;
