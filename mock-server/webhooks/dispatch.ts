/**
 * Follows the domain's attempts with real requests: an appended `delivery.started` is signed and sent, and what came of it goes
 * back as a command. When to try and when to give up is decided in `domain/deliveries.ts`.
 */
import type { Fault } from '../../spec/faults.ts';
import type { Account } from '../domain/account.ts';
import { isSuccess } from '../domain/deliveries.ts';
import type { Attempt, AttemptOutcome, Delivery } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Job } from '../domain/job.ts';
import type { Engine } from '../engine/engine.ts';
import { limits } from '../../spec/limits.ts';
import { sendAll } from './deliver.ts';
import { GiveUp } from './give-up.ts';
import type { Deliver, Sending } from './ports.ts';
import { type Spoiled, spoiledBy } from './spoil.ts';
import { type AttemptWriting, type Sent, writeAttempt } from './write-attempt.ts';

/** One request to a receiver, as it is sent. */
export type AttemptRequest = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** A text stands for its UTF-8 bytes. */
  readonly body: Uint8Array | string;
  /** Milliseconds over which the body is spread; 0 sends it at once. */
  readonly spreadMs?: number;
  readonly giveUp: GiveUp;
};

export type Send = (request: AttemptRequest) => Promise<AttemptOutcome>;

export type DispatcherOptions = AttemptWriting & {
  readonly send: Send;
  /** The faults that an attempt meets by rules of its own; those of its job are known. */
  readonly meet: (accountId: string, job: Job, at: number) => readonly Fault[];
  /** How long a running attempt may go on, in real milliseconds, before the clock is moved past it. */
  readonly settleMs: number;
  /** Until what sends is loaded, which is no part of that time; undefined where there is nothing to wait for. */
  readonly loading?: () => Promise<unknown> | undefined;
  /** A port: what is really sent for an attempt. */
  readonly deliver?: Deliver | undefined;
  /** Told of every attempt that has ended. */
  readonly record: (attempt: SentAttempt) => void;
  readonly reportFailure: (error: unknown) => void;
};

export type SentAttempt = Sent & {
  readonly accountId: string;
  readonly jobId: string;
  readonly deliveryId: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: AttemptOutcome;
  readonly nextAt: number | undefined;
  readonly faults: readonly string[];
};

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #running = new Map<string, Running>();
  /** What follows an attempt, and belongs to it: nothing is moved past it either. */
  readonly #following = new Set<Promise<void>>();
  /** Those that wait for the first attempt of a delivery to end. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** What was sent, newest last: for the list of deliveries, and for the fault that sends it again. */
  readonly #sent = new Map<string, Sent>();
  /** Goes through them as they are forgotten. A new one would step over all that have been forgotten before it finds the oldest. */
  readonly #forgetting = this.#sent.keys();
  /** The next attempt of these repeats what was sent before. */
  readonly #replays = new Map<string, Sent>();
  #closed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Sends what this engine decides from now on. What ran for the one before is given up. */
  follow(engine: Engine): void {
    this.#abort();
    this.#sent.clear();
    engine.follow((account, event) => this.#meet(engine, account, event));
  }

  /** Until every running attempt has ended or has had its time; undefined if none runs. */
  settle(): Promise<void> | undefined {
    return this.#patient().length === 0 ? undefined : this.#settleAll();
  }

  async #settleAll(): Promise<void> {
    // What becomes of a load that fails is told by the attempt.
    await this.#options.loading?.()?.catch(ignore);
    for (let waiting = this.#patient(); waiting.length > 0; waiting = this.#patient()) {
      await Promise.all(waiting.map((wait) => wait()));
    }
  }

  /** What there is to wait for. */
  #patient(): (() => Promise<void>)[] {
    const running = [...this.#running.values()].filter(({ patience }) => patience !== 'spent');
    return [
      ...running.map((one) => () => this.#wait(one)),
      ...[...this.#following].map((following) => () => following),
    ];
  }

  /** Until the first attempt of a delivery has ended; ten real seconds at the most. */
  firstAttempt(deliveryId: string): Promise<void> {
    return new Promise((resolve) => {
      // Held back, or of a job that never ends: the one who waits is answered all the same.
      const timer = setTimeout(resolve, longestWaitMs);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.set(deliveryId, [...(this.#waiting.get(deliveryId) ?? []), done]);
    });
  }

  /**
   * The clock has another pace. How long an attempt may take was fixed by the old one, and may be hours by the new one, or for ever:
   * what runs now has ten real seconds at the most.
   */
  paceChanged(): void {
    for (const running of this.#running.values()) {
      running.limit ??= setTimeout(() => {
        running.expire().catch((error: unknown) => this.#options.reportFailure(error));
      }, longestWaitMs);
    }
  }

  /** What an attempt sent, as far as it is still remembered. */
  sent(deliveryId: string, attempt: number): Sent | undefined {
    return this.#sent.get(attemptKey(deliveryId, attempt));
  }

  close(): void {
    this.#closed = true;
    this.#abort();
  }

  #meet(engine: Engine, account: Account, event: AccountEvent): void {
    if (this.#closed) return;
    try {
      if (event.type === 'delivery.started') this.#begin(engine, account, event.deliveryId, event.at);
      if (event.type === 'delivery.finished') this.#end(engine, account, event);
    } catch (error) {
      // The attempt then ends with its time; the account's own work goes on.
      this.#options.reportFailure(error);
    }
  }

  #begin(engine: Engine, account: Account, deliveryId: string, at: number): void {
    const delivery = account.deliveries.get(deliveryId);
    const job = delivery && account.jobs.get(delivery.jobId);
    if (delivery === undefined || job === undefined) return;
    const attempt = delivery.attempts.length;
    const key = attemptKey(deliveryId, attempt);
    const met = this.#options.meet(account.id, job, at);
    const spoiled = spoiledBy(job.faults, met, attempt);
    const replay = this.#replays.get(deliveryId);
    this.#replays.delete(deliveryId);
    const written = replay ?? writeAttempt(this.#options, account, delivery, job, at, spoiled);
    const sending = this.#options.deliver?.({ account, job, deliveryId, attempt, at, request: written });
    const sent = sending === undefined ? written : firstOf(sending, written);
    this.#remember(key, sent);
    const giveUp = new GiveUp();
    const finish = (outcome: AttemptOutcome): Promise<unknown> =>
      engine.execute(account.id, { type: 'finish-delivery', deliveryId, attempt, outcome });
    const running: Running = {
      giveUp,
      spoiled,
      hasEnded: false,
      patience: 'fresh',
      done: ready,
      expire: () => finish(timeout),
      limit: undefined,
    };
    running.done = this.#follow(key, running, this.#send(sent, running, sending), finish);
    this.#running.set(key, running);
  }

  /** Until an attempt has ended, and this stands in the stream. */
  async #follow(
    key: string,
    running: Running,
    sending: Promise<AttemptOutcome>,
    finish: (outcome: AttemptOutcome) => Promise<unknown>,
  ): Promise<void> {
    try {
      const outcome = await sending;
      running.hasEnded = true;
      if (!running.giveUp.given) await finish(outcome);
    } catch (error) {
      this.#options.reportFailure(error);
    }
    clearTimeout(running.limit);
    if (this.#running.get(key) === running) this.#running.delete(key);
  }

  #send({ url, headers, body }: Sent, { spoiled, giveUp }: Running, sending?: Sending): Promise<AttemptOutcome> {
    if (spoiled.dropped) return Promise.resolve({ kind: 'failed', failure: 'dropped' });
    if (sending !== undefined) return sendAll(this.#options.send, sending, spoiled.spreadMs, giveUp);
    return this.#options.send({ url, headers, body, spreadMs: spoiled.spreadMs, giveUp });
  }

  #end(engine: Engine, account: Account, event: Extract<AccountEvent, { type: 'delivery.finished' }>): void {
    const { deliveryId, attempt: number, outcome, at, nextAt } = event;
    const delivery = account.deliveries.get(deliveryId);
    const attempt = delivery?.attempts[number - 1];
    const key = attemptKey(deliveryId, number);
    const running = this.#running.get(key);
    if (running?.hasEnded === false) running.giveUp.now();
    this.#running.delete(key);
    if (number === 1) this.#release(deliveryId);
    const sent = this.#sent.get(key);
    if (delivery === undefined || attempt === undefined || sent === undefined) return;
    const { spoiled } = running ?? {};
    const { url, headers, body } = sent;
    this.#options.record({
      url,
      headers,
      body,
      accountId: account.id,
      jobId: delivery.jobId,
      deliveryId,
      attempt: number,
      startedAt: attempt.startedAt,
      endedAt: at,
      outcome,
      nextAt,
      faults: spoiled?.names ?? none,
    });
    if (!attempt.extra && isSuccess(outcome) && spoiled !== undefined) this.#repeat(engine, account, delivery, spoiled);
  }

  /** The faults that send something once more after a delivery has arrived. */
  #repeat(engine: Engine, account: Account, { id }: Delivery, { duplicatedAfter, replayed }: Spoiled): void {
    const again = (deliveryId: string, afterSeconds: number): void => {
      const sending = engine
        .execute(account.id, { type: 'resend-delivery', deliveryId, afterSeconds })
        .then(ignore, (error: unknown) => this.#options.reportFailure(error))
        .finally(() => this.#following.delete(sending));
      this.#following.add(sending);
    };
    if (duplicatedAfter !== undefined) again(id, duplicatedAfter);
    const taken = replayed ? this.#lastTaken(account, id) : undefined;
    if (taken === undefined) return;
    this.#replays.set(taken.deliveryId, taken.sent);
    again(taken.deliveryId, 0);
  }

  /** What a receiver took last of this account, with its signature as it was then: of another delivery, if there is one. */
  #lastTaken(account: Account, apartFrom: string): { readonly deliveryId: string; readonly sent: Sent } | undefined {
    const taken = [...account.deliveries.values()].flatMap(({ id: deliveryId, state, attempts }) => {
      const sent = this.#sent.get(attemptKey(deliveryId, takenAt(attempts)));
      if (sent === undefined || state.status !== 'delivered') return [];
      return [{ deliveryId, sent, at: deliveryId === apartFrom ? Number.NEGATIVE_INFINITY : state.at }];
    });
    return taken.sort((one, other) => one.at - other.at).at(-1);
  }

  #wait(running: Running): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        running.patience = 'spent';
        resolve();
      }, this.#options.settleMs);
      void running.done.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #release(deliveryId: string): void {
    for (const resolve of this.#waiting.get(deliveryId) ?? []) resolve();
    this.#waiting.delete(deliveryId);
  }

  #remember(key: string, sent: Sent): void {
    this.#sent.set(key, sent);
    if (this.#sent.size <= sentMax) return;
    const oldest = this.#forgetting.next();
    if (oldest.done !== true) this.#sent.delete(oldest.value);
  }

  #abort(): void {
    for (const { giveUp, limit } of this.#running.values()) {
      clearTimeout(limit);
      giveUp.now();
    }
    this.#running.clear();
    this.#replays.clear();
    for (const deliveryId of this.#waiting.keys()) this.#release(deliveryId);
  }
}

type Running = {
  readonly giveUp: GiveUp;
  readonly spoiled: Spoiled;
  /** Its outcome is known. */
  hasEnded: boolean;
  /** Settles when this stands in the stream; never rejects. */
  done: Promise<void>;
  patience: 'fresh' | 'spent';
  /** Ends it as if its time were over. */
  readonly expire: () => Promise<unknown>;
  /** Ends it when its real time is over, where the clock would not. */
  limit: NodeJS.Timeout | undefined;
};

const attemptKey = (deliveryId: string, attempt: number): string => `${deliveryId}/${attempt}`;

/** Number of the attempt of the ladder that was answered with 2xx; 0 if none was. */
const takenAt = (attempts: readonly Attempt[]): number =>
  attempts.findIndex(({ extra, outcome }) => !extra && outcome !== undefined && isSuccess(outcome)) + 1;

const ignore = (): void => undefined;
const ready = Promise.resolve();
const none: readonly string[] = [];

/** What is remembered of an attempt that a port has changed; of one for which it sends nothing, what would have been sent. */
const firstOf = ({ requests: [first] }: Sending, written: Sent): Sent =>
  first === undefined ? written : { ...first, body: Buffer.from(first.body).toString() };

const sentMax = 10_000;

/** Real milliseconds. */
const longestWaitMs = limits.webhookResponseWaitSeconds * 1000;

const timeout: AttemptOutcome = { kind: 'failed', failure: 'timeout' };
