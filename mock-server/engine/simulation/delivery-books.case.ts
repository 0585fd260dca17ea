/**
 * The part of the second books that is about deliveries: which attempts were made, how they had to end, and when the next one is due.
 * The waits are read from the words of the gap `webhook-ladder`, not from the domain.
 */
import { type GapChoices, wireGaps } from '../../../spec/gaps.ts';
import { limits } from '../../../spec/limits.ts';
import type { Attempt, AttemptOutcome } from '../../domain/delivery.ts';
import type { AccountEvent } from '../../domain/events.ts';
import type { JobFacts } from '../../domain/job.ts';
import { hold, same } from './hold.case.ts';

type BookedAttempt = { -readonly [part in keyof Attempt]: Attempt[part] } & { readonly until: number };

export type BookedDelivery = {
  readonly id: string;
  readonly jobId: string;
  readonly attempts: BookedAttempt[];
  status: 'scheduled' | 'running' | 'delivered' | 'abandoned';
  /** When the next attempt is due, or when it was over. */
  at: number;
  /** When one more attempt was asked for, that counts as none of the six. */
  extraAt: number | undefined;
};

type DeliveryEvent = Extract<AccountEvent, { type: `delivery.${string}` }>;

export class DeliveryBooks {
  readonly #accountId: string;
  readonly #choices: GapChoices;
  readonly deliveries = new Map<string, BookedDelivery>();
  readonly #jobs = new Map<string, string>();
  readonly #answers = new Map<string, { readonly at: number; readonly outcome: AttemptOutcome }>();

  constructor(accountId: string, choices: GapChoices) {
    this.#accountId = accountId;
    this.#choices = choices;
  }

  /** What a receiver has said to an attempt; only the first word counts, and only within its time. */
  answered(deliveryId: string, attempt: number, outcome: AttemptOutcome, at: number): void {
    const key = `${deliveryId}/${attempt}`;
    if (!this.#answers.has(key)) this.#answers.set(key, { at, outcome });
  }

  /** The attempts that a receiver may still answer. */
  open(): { deliveryId: string; attempt: number }[] {
    return this.all().filter(({ deliveryId, attempt }) => this.isOpen(deliveryId, attempt));
  }

  all(): { deliveryId: string; attempt: number }[] {
    return [...this.deliveries.values()].flatMap(({ id, attempts }) =>
      attempts.map((_, index) => ({ deliveryId: id, attempt: index + 1 })),
    );
  }

  isOpen(deliveryId: string, attempt: number): boolean {
    const found = this.deliveries.get(deliveryId)?.attempts[attempt - 1];
    return found !== undefined && found.endedAt === undefined;
  }

  /** What a delivery does by itself, and when: the next attempt, and the end of those that run. */
  datesOf({ status, at, extraAt, attempts }: BookedDelivery): number[] {
    const ends = attempts.filter(({ endedAt }) => endedAt === undefined).map(({ until }) => until);
    return [...(status === 'scheduled' ? [at] : []), ...(extraAt === undefined ? [] : [extraAt]), ...ends];
  }

  submitted({ id: jobId, delivery }: JobFacts): void {
    if (delivery === undefined) return;
    const { id } = delivery;
    hold(id.startsWith(`dlv_${this.#accountId}_`), 'I3', () => `delivery ${id} in account ${this.#accountId}`);
    hold(!this.#jobs.has(id), 'D3', () => `${jobId} has the delivery_id of ${this.#jobs.get(id)}`);
    this.#jobs.set(id, jobId);
  }

  /** A job that asked for a webhook has ended: now it is due. */
  jobEnded({ id: jobId, delivery }: JobFacts, at: number): void {
    if (delivery === undefined) return;
    this.deliveries.set(delivery.id, {
      id: delivery.id,
      jobId,
      attempts: [],
      status: 'scheduled',
      at,
      extraAt: undefined,
    });
  }

  /** @param askedFor whether one more attempt is asked for at this moment */
  read(event: DeliveryEvent, askedFor: boolean): void {
    const delivery = this.deliveries.get(event.deliveryId);
    hold(delivery !== undefined, 'D1', () => `${event.type} of ${event.deliveryId}, whose job has not ended`);
    switch (event.type) {
      case 'delivery.started':
        return this.#start(delivery, event, askedFor);
      case 'delivery.finished':
        return this.#finish(delivery, event);
      case 'delivery.resend-scheduled':
        hold(askedFor, 'D2', () => `nobody asked for one more attempt of ${delivery.id}`);
        delivery.extraAt = event.resendAt;
        return;
      default:
        event satisfies never;
    }
  }

  #start(
    delivery: BookedDelivery,
    { at, extra, until }: Extract<DeliveryEvent, { type: 'delivery.started' }>,
    askedFor: boolean,
  ): void {
    const { id, attempts } = delivery;
    const time = limits.webhookResponseWaitSeconds * 1000;
    same(until - at, time, 'due', `the time of attempt ${attempts.length + 1} of ${id}`);
    attempts.push({ startedAt: at, extra, until });
    if (extra) {
      hold(askedFor || at === delivery.extraAt, 'D2', () => `nobody asked for one more attempt of ${id}`);
      delivery.extraAt = undefined;
      return;
    }
    same(delivery.status, 'scheduled', 'D2', `what ${id} was when it was tried`);
    same(at, delivery.at, 'due', `attempt ${attempts.length} of ${id}`);
    hold(ladderOf(delivery).length <= limits.webhookAttemptsMax, 'D2', () => `${id} is tried once too often`);
    delivery.status = 'running';
  }

  #finish(delivery: BookedDelivery, event: Extract<DeliveryEvent, { type: 'delivery.finished' }>): void {
    const { id } = delivery;
    const { at, attempt: number, outcome, nextAt } = event;
    const attempt = delivery.attempts[number - 1];
    hold(attempt?.endedAt === undefined && attempt !== undefined, 'D2', () => `attempt ${number} of ${id} is not open`);
    const answer = this.#answers.get(`${id}/${number}`);
    const intime = answer !== undefined && answer.at < attempt.until ? answer : undefined;
    same(at, intime?.at ?? attempt.until, 'due', `the end of attempt ${number} of ${id}`);
    same(outcome, intime?.outcome ?? silence, 'D2', `the outcome of attempt ${number} of ${id}`);
    Object.assign(attempt, { endedAt: at, outcome });
    if (attempt.extra) return same(nextAt, undefined, 'D2', `what follows an attempt of ${id} that was asked for`);

    const taken = outcome.kind === 'answered' && Math.floor(outcome.status / 100) === 2;
    const isLast = ladderOf(delivery).length === limits.webhookAttemptsMax;
    hold(
      (nextAt === undefined) === (taken || isLast),
      'D2',
      () => `attempt ${number} of ${id} ends with ${JSON.stringify(outcome)}, and the next is at ${nextAt}`,
    );
    if (nextAt !== undefined) this.#holdWait(delivery, attempt, nextAt);
    else if (!taken) this.#holdLadder(delivery);
    delivery.status = nextAt !== undefined ? 'scheduled' : taken ? 'delivered' : 'abandoned';
    delivery.at = nextAt ?? at;
  }

  /** The wait after an attempt is the one of the ladder, give or take the jitter. */
  #holdWait(delivery: BookedDelivery, attempt: BookedAttempt, nextAt: number): void {
    const made = ladderOf(delivery).length;
    const from = this.#baseOf(attempt);
    const wait = (waitsOf(this.#choices)[made - 1] ?? Number.NaN) * 1000;
    const share = this.#isEven ? 0 : 0.1;
    const earliest = Math.max(Math.floor(from + wait * (1 - share)), attempt.endedAt ?? 0);
    const latest = Math.max(Math.ceil(from + wait * (1 + share)), attempt.endedAt ?? 0);
    hold(
      nextAt >= earliest && nextAt <= latest,
      'D4',
      () => `attempt ${made + 1} of ${delivery.id} is due ${nextAt - from} ms after ${made}, expected ${wait}`,
    );
  }

  /** An abandoned ladder as a whole: the waits grow as those of an exponential one do, over roughly fifteen minutes. */
  #holdLadder(delivery: BookedDelivery): void {
    const attempts = ladderOf(delivery);
    // The figures are for a receiver that answers at once.
    if (attempts.some(({ startedAt, endedAt }) => startedAt !== endedAt)) return;
    const waits = attempts.slice(1).map(({ startedAt }, index) => startedAt - (attempts[index]?.startedAt ?? 0));
    for (const [index, wait] of waits.slice(1).entries()) {
      const ratio = wait / (waits[index] ?? Number.NaN);
      hold(ratio >= (this.#isEven ? 1.5 : 1.2), 'D4', () => `the waits of ${delivery.id} are ${waits.join(', ')}`);
    }
    const sum = waits.reduce((total, wait) => total + wait, 0);
    hold(sum >= 720_000 && sum <= 1_080_000, 'D4', () => `the waits of ${delivery.id} are ${sum} ms in all`);
  }

  #baseOf({ startedAt, endedAt }: BookedAttempt): number {
    return this.#choices['webhook-wait-from'] === 'start' ? startedAt : (endedAt ?? Number.NaN);
  }

  get #isEven(): boolean {
    return this.#choices['webhook-jitter'] === 'none';
  }
}

const ladderOf = ({ attempts }: BookedDelivery): BookedAttempt[] => attempts.filter(({ extra }) => !extra);

const silence: AttemptOutcome = { kind: 'failed', failure: 'timeout' };

/** The seconds between the attempts, as the gap says them. */
const waitsOf = (choices: GapChoices): number[] =>
  (wireGaps['webhook-ladder'].values[choices['webhook-ladder']].match(/\d+/g) ?? []).map(Number);
