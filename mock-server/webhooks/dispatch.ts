/**
 * Follows the domain's attempts with real requests: an appended `delivery.started` is signed and sent, and what came of it goes
 * back as a command. When to try and when to give up is decided in `domain/deliveries.ts`.
 */
import type { Fault } from '../../spec/faults.ts';
import type { Account } from '../domain/account.ts';
import { isSuccess } from '../domain/deliveries.ts';
import type { AttemptOutcome, Delivery } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Job } from '../domain/job.ts';
import type { Engine } from '../engine/engine.ts';
import type { EndedAttempt } from '../store/delivery-entry.ts';
import { type Send, sendAll } from './deliver.ts';
import { FirstAttempts } from './first-attempts.ts';
import { GiveUp } from './give-up.ts';
import type { Deliver, Sending } from './ports.ts';
import { type Running, RunningAttempts, type RunningOptions } from './running.ts';
import { SentAttempts, attemptKey } from './sent.ts';
import { type Spoiled, spoiledBy } from './spoil.ts';
import { type AttemptWriting, type Sent, writeAttempt } from './write-attempt.ts';

export type DispatcherOptions = AttemptWriting &
  RunningOptions & {
    readonly send: Send;
    /** The faults that an attempt meets by rules of its own; those of its job are known. */
    readonly meet: (engine: Engine, accountId: string, job: Job, at: number) => readonly Fault[];
    /** A port: what is really sent for an attempt. */
    readonly deliver?: Deliver | undefined;
    /** Told of every attempt that has ended. */
    readonly record: (attempt: EndedAttempt) => void;
  };

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #running: RunningAttempts;
  readonly #sent = new SentAttempts();
  readonly #firsts = new FirstAttempts();
  /** The next attempt of these repeats what was sent before. */
  readonly #replays = new Map<string, Sent>();
  /** What the next attempt by hand of these meets. */
  readonly #spoils = new Map<string, Fault>();
  #closed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#running = new RunningAttempts(options);
  }

  /** Sends what this engine decides from now on. What ran for the one before is given up. */
  follow(engine: Engine): void {
    this.#abort();
    this.#sent.clear();
    engine.follow((account, event) => this.#meet(engine, account, event));
    engine.observe((account, event) => {
      // Another process may end an attempt of this one, whose time is over.
      if (event.type === 'delivery.finished') this.#meet(engine, account, event);
    });
  }

  /** Counts the attempts of others as occasions too, also those of the process before: whoever sends the next one goes on from there. */
  count(engine: Engine): void {
    engine.observe((account, event) => {
      if (event.type === 'delivery.started') this.#faultsOf(engine, account, event);
    });
  }

  /** Until every running attempt has ended or has had its time; undefined if none runs. */
  settle(): Promise<void> | undefined {
    return this.#running.settle();
  }

  /** Until the first attempt of a delivery has ended; ten real seconds at the most. */
  firstAttempt(deliveryId: string): Promise<void> {
    return this.#firsts.ended(deliveryId);
  }

  /** The clock has another pace: what runs now has ten real seconds at the most. */
  paceChanged(): void {
    this.#running.paceChanged();
  }

  /** What an attempt sent, as far as it is still remembered. */
  sent(deliveryId: string, attempt: number): Sent | undefined {
    return this.#sent.find(attemptKey(deliveryId, attempt));
  }

  /** Has the next attempt of a delivery that is asked for by hand meet a fault. Call it right before that is asked for. */
  spoilNext(deliveryId: string, fault: Fault): void {
    this.#spoils.set(deliveryId, fault);
  }

  close(): void {
    this.#closed = true;
    this.#abort();
  }

  #meet(engine: Engine, account: Account, event: AccountEvent): void {
    if (this.#closed) return;
    try {
      if (event.type === 'delivery.started') this.#begin(engine, account, event);
      if (event.type === 'delivery.finished') this.#end(engine, account, event);
    } catch (error) {
      // The attempt then ends with its time; the account's own work goes on.
      this.#options.reportFailure(error);
    }
  }

  #begin(engine: Engine, account: Account, event: Started): void {
    const { deliveryId, at } = event;
    const delivery = account.deliveries.get(deliveryId);
    const job = delivery && account.jobs.get(delivery.jobId);
    if (delivery === undefined || job === undefined) return;
    const { attempt = delivery.attempts.length } = event;
    const met = [...this.#faultsOf(engine, account, event), ...this.#takeSpoil(delivery, attempt)];
    // Told of late, it may be over.
    if (delivery.attempts[attempt - 1]?.endedAt !== undefined) return;
    const key = attemptKey(deliveryId, attempt);
    const spoiled = spoiledBy(job.faults, met, attempt);
    const replay = this.#replays.get(deliveryId);
    this.#replays.delete(deliveryId);
    const written = replay ?? writeAttempt(this.#options, account, delivery, job, { at, attempt }, spoiled);
    const sending = this.#options.deliver?.({ account, job, deliveryId, attempt, at, request: written });
    const sent = sending === undefined ? written : firstOf(sending, written);
    this.#sent.remember(key, sent);
    const giveUp = new GiveUp();
    // What the receiver has answered is not forgotten because the store is away just then: it would be sent again.
    const finish = (outcome: AttemptOutcome): Promise<void> =>
      engine.insist(account.id, { type: 'finish-delivery', deliveryId, attempt, outcome });
    const running: Running = {
      giveUp,
      spoiled,
      hasEnded: false,
      patience: 'fresh',
      done: ready,
      expire: () => finish(timeout),
      limit: undefined,
    };
    running.done = this.#follow(running, this.#send(sent, running, sending), finish);
    this.#running.set(key, running);
  }

  #takeSpoil({ id, attempts }: Delivery, attempt: number): readonly Fault[] {
    const fault = this.#spoils.get(id);
    if (fault === undefined || attempts[attempt - 1]?.extra !== true) return [];
    this.#spoils.delete(id);
    return [fault];
  }

  /** The faults of rules that an attempt meets. It is counted, so ask once. */
  #faultsOf(engine: Engine, account: Account, { deliveryId, at }: Started): readonly Fault[] {
    const delivery = account.deliveries.get(deliveryId);
    const job = delivery && account.jobs.get(delivery.jobId);
    return job === undefined ? [] : this.#options.meet(engine, account.id, job, at);
  }

  /** Until an attempt has ended, and this stands in the stream or is owed to it. Until it stands there the attempt is remembered. */
  async #follow(
    running: Running,
    sending: Promise<AttemptOutcome>,
    finish: (outcome: AttemptOutcome) => Promise<void>,
  ): Promise<void> {
    try {
      const outcome = await sending;
      running.hasEnded = true;
      if (!running.giveUp.given) await finish(outcome);
    } catch (error) {
      this.#options.reportFailure(error);
    }
    clearTimeout(running.limit);
    running.patience = 'spent';
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
    if (number === 1) this.#firsts.release(deliveryId);
    const sent = this.#sent.find(key);
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
      this.#running.alsoWaitFor(engine.execute(account.id, { type: 'resend-delivery', deliveryId, afterSeconds }));
    };
    if (duplicatedAfter !== undefined) again(id, duplicatedAfter);
    const taken = replayed ? this.#sent.lastTaken(account, id) : undefined;
    if (taken === undefined) return;
    this.#replays.set(taken.deliveryId, taken.sent);
    again(taken.deliveryId, 0);
  }

  #abort(): void {
    this.#running.abort();
    this.#replays.clear();
    this.#spoils.clear();
    this.#firsts.releaseAll();
  }
}

type Started = Extract<AccountEvent, { type: 'delivery.started' }>;

const ready = Promise.resolve();
const none: readonly string[] = [];

/** What is remembered of an attempt that a port has changed; of one for which it sends nothing, what would have been sent. */
const firstOf = ({ requests: [first] }: Sending, written: Sent): Sent =>
  first === undefined ? written : { ...first, body: Buffer.from(first.body).toString() };

const timeout: AttemptOutcome = { kind: 'failed', failure: 'timeout' };
