/**
 * Follows the domain's attempts with real requests: an appended `delivery.started` is signed and sent, and what came of it goes
 * back as a command. When to try and when to give up is decided in `domain/deliveries.ts`.
 */
import type { Fault } from '../../spec/faults.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Account } from '../domain/account.ts';
import { isSuccess, signingSecrets } from '../domain/deliveries.ts';
import type { AttemptOutcome, Delivery } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Job } from '../domain/job.ts';
import type { Engine } from '../engine/engine.ts';
import { GiveUp } from './give-up.ts';
import { type Spoiled, spoil, spoiledBy } from './spoil.ts';

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

export type DispatcherOptions = {
  readonly choices: GapChoices;
  readonly send: Send;
  /** The body of a webhook. @param linkedAt when the link in it is signed */
  readonly present: (job: Job, deliveryId: string, sentAt: number, linkedAt: number) => object;
  readonly sign: (body: Uint8Array, secrets: readonly [string, ...string[]], unixSeconds: number) => string;
  readonly signatureHeader: string;
  /** `t` of a signature that is made now. @param now the mock's clock, in milliseconds */
  readonly signatureSeconds: (now: number) => number;
  /** The faults that an attempt meets by rules of its own; those of its job are known. */
  readonly meet: (accountId: string, job: Job, at: number) => readonly Fault[];
  /** How long a running attempt may go on, in real milliseconds, before the clock is moved past it. */
  readonly settleMs: number;
  /** Told of every attempt that has ended. */
  readonly record: (attempt: SentAttempt) => void;
  readonly reportFailure: (error: unknown) => void;
};

/** What went over the wire in one attempt. */
export type Sent = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
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
    const sent = replay ?? this.#write(account, delivery, job, at, spoiled);
    this.#remember(key, sent);
    const giveUp = new GiveUp();
    const running: Running = { giveUp, spoiled, hasEnded: false, patience: 'fresh', done: ready };
    running.done = this.#follow(key, running, this.#send(sent, running), (outcome) =>
      engine.execute(account.id, { type: 'finish-delivery', deliveryId, attempt, outcome }),
    );
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
    if (this.#running.get(key) === running) this.#running.delete(key);
  }

  #send({ url, headers, body }: Sent, { spoiled, giveUp }: Running): Promise<AttemptOutcome> {
    if (spoiled.dropped) return Promise.resolve({ kind: 'failed', failure: 'dropped' });
    return this.#options.send({ url, headers, body, spreadMs: spoiled.spreadMs, giveUp });
  }

  #write(account: Account, { id, url, attempts }: Delivery, job: Job, at: number, spoiled: Spoiled): Sent {
    const { choices, present, sign, signatureHeader, signatureSeconds } = this.#options;
    const firstAt = attempts[0]?.startedAt ?? at;
    const sentAt = choices['sent-at'] === 'first-attempt' ? firstAt : at;
    const linkedAt = choices['delivery-link'] === 'first-attempt' ? firstAt : at;
    const body = JSON.stringify(present(job, id, sentAt, linkedAt));
    const secrets = spoiled.wrongSecret ? wrongSecrets : signingSecrets(account, choices, at);
    return {
      url,
      headers: {
        'content-type':
          choices['webhook-media-type'] === 'charset' ? 'application/json; charset=utf-8' : 'application/json',
        [signatureHeader]: sign(Buffer.from(body), secrets, signatureSeconds(at) - spoiled.staleSeconds),
      },
      body: spoil(body, spoiled),
    };
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
    if (!replayed) return;
    // The oldest delivery of the account that is remembered: its bytes, and its signature, as they were then.
    for (const delivery of account.deliveries.values()) {
      const old = this.#sent.get(attemptKey(delivery.id, 1));
      if (old === undefined) continue;
      this.#replays.set(delivery.id, old);
      again(delivery.id, 0);
      return;
    }
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
    for (const { giveUp } of this.#running.values()) giveUp.now();
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
};

const attemptKey = (deliveryId: string, attempt: number): string => `${deliveryId}/${attempt}`;

const ignore = (): void => undefined;
const ready = Promise.resolve();
const none: readonly string[] = [];

/** Of no account. */
const wrongSecrets = ['whsec_not_the_secret_of_this_account'] as const;

const sentMax = 10_000;

const longestWaitMs = 10_000;
