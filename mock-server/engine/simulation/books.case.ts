/**
 * A second set of books, kept from the event log alone and by other means than `evolve`: naive lists and sums.
 * Reading an event checks what must hold of the log; what an account has become is compared with them in `audit.case.ts`.
 * Streams and deliveries have books of their own, `stream-books.case.ts` and `delivery-books.case.ts`.
 */
import { jobErrors } from '../../../spec/errors.ts';
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Feature, JobStatus, UsageReason } from '../../../spec/vocabulary.ts';
import { type AccountEvent, postingsOf } from '../../domain/events.ts';
import type { Ending, JobFacts } from '../../domain/job.ts';
import { type Posting, emptyLedger, post } from '../../domain/ledger.ts';
import type { Upload } from '../../domain/upload.ts';
import type { Stored } from '../../store/store.ts';
import { DeliveryBooks } from './delivery-books.case.ts';
import { hold, same } from './hold.case.ts';
import { type Closing, StreamBooks } from './stream-books.case.ts';

export type BookedJob = JobFacts & {
  readonly paidFirst: boolean;
  status: JobStatus;
  /** When it took its place, and when its render began. */
  placeAt: number | undefined;
  startedAt: number | undefined;
  readonly postings: Posting[];
};

export type BookedUsage = {
  readonly about: string;
  readonly feature: Feature;
  readonly at: number;
  status: string;
  charged: number;
  reason: UsageReason | null;
};

/** What commands of this moment ask for: how jobs end ahead of their time, and which sessions are closed, and which webhooks sent again. */
export type Told = {
  readonly endings: ReadonlyMap<string, Ending | 'as planned'>;
  readonly closings: ReadonlyMap<string, readonly Closing[]>;
  readonly resends: ReadonlySet<string>;
};
export const untold: Told = { endings: new Map(), closings: new Map(), resends: new Set() };

/** An account's secret for webhooks, and since when. */
type BookedSecret = { readonly secret: string; readonly since: number };

export class Books {
  readonly accountId: string;
  readonly #choices: GapChoices;
  version = 0;
  lastAt = 0;
  toppedUp = 0;
  held = 0;
  spent = 0;
  readonly uploads = new Map<string, Upload>();
  readonly keys = new Set<string>();
  readonly jobs = new Map<string, BookedJob>();
  readonly rendering = new Set<string>();
  readonly waiting: string[] = [];
  readonly submits = new Map<string, { jobId: string; mark: string; until: number }>();
  readonly usage: BookedUsage[] = [];
  readonly secrets: BookedSecret[] = [];
  readonly streams: StreamBooks;
  readonly deliveries: DeliveryBooks;

  constructor(accountId: string, choices: GapChoices) {
    this.accountId = accountId;
    this.#choices = choices;
    this.streams = new StreamBooks(accountId, choices, this);
    this.deliveries = new DeliveryBooks(accountId, choices);
  }

  get available(): number {
    return this.toppedUp - this.spent - this.held;
  }

  /** The secrets that sign an attempt at an instant: the newest, and for a day the one before where both are used. */
  secretsAt(now: number): string[] {
    const [last, former] = this.secrets.slice(-2).reverse();
    const both = this.#choices['secret-rotation'] === 'both' && now - (last?.since ?? 0) < 86_400_000;
    return [last, ...(both ? [former] : [])].flatMap((one) => (one === undefined ? [] : [one.secret]));
  }

  /** The key as the books keep it: with its endpoint where keys belong to one. */
  keyOf(key: string, endpoint: string): string {
    return this.#choices['idempotency-scope'] === 'endpoint' ? `${endpoint} ${key}` : key;
  }

  /** The submit that a key stands for at an instant. */
  boundTo(key: string, now: number): { jobId: string; mark: string } | undefined {
    const submit = this.submits.get(key);
    return submit !== undefined && submit.until > now ? submit : undefined;
  }

  /** @param told what commands of this moment ask for; everything else has to happen as planned. */
  read({ version, event }: Stored<AccountEvent>, told: Told = untold): void {
    same(version, this.version + 1, 'L3', 'the number of the next event');
    const { lastAt } = this;
    hold(event.at >= lastAt, 'L3', () => `${event.type} is at ${event.at}, before ${lastAt}`);
    this.version = version;
    this.lastAt = event.at;
    this.#readPostings(event);
    this.#readEvent(event, told, lastAt);
    for (const [place, micros] of Object.entries({ available: this.available, held: this.held, spent: this.spent })) {
      hold(micros >= 0, 'L2', () => `${event.type} leaves ${place} at ${micros}`);
    }
  }

  #readPostings(event: AccountEvent): void {
    const postings = postingsOf(event, (id) => this.#job(id));
    for (const posting of postings) {
      hold(
        Number.isSafeInteger(posting.micros) && posting.micros >= 0,
        'L3',
        () => `posting ${JSON.stringify(posting)}`,
      );
      const ledger = emptyLedger();
      post(ledger, posting);
      same(ledger.funding + ledger.available + ledger.held + ledger.spent, 0, 'L3', `the sum of ${posting.kind}`);
      const job = posting.about === undefined ? undefined : this.jobs.get(posting.about);
      job?.postings.push(posting);
    }
    if (event.type === 'job.submitted') this.#open(event.job, event.at, event.place, postings);
  }

  #open(facts: JobFacts, at: number, place: 'rendering' | 'waiting', postings: readonly Posting[]): void {
    hold(!this.jobs.has(facts.id), 'J1', () => `job ${facts.id} is submitted twice`);
    hold(facts.id.startsWith(`job_${this.accountId}_`), 'I3', () => `job ${facts.id} in account ${this.accountId}`);
    // The document's moment of charge (L6), not what the event says of itself.
    const paidFirst = facts.feature === 'voice_clone' || this.#choices['charge-time'] === 'on-submit';
    const placeAt = place === 'rendering' ? at : undefined;
    this.jobs.set(facts.id, {
      ...facts,
      paidFirst,
      status: 'queued',
      placeAt,
      startedAt: undefined,
      postings: [...postings],
    });
    same(
      postings.map(({ kind, micros }) => [kind, micros]),
      [['hold', facts.priceMicros], ...(paidFirst ? [['charge', facts.priceMicros]] : [])],
      'L6',
      `what the submit of ${facts.id} posts`,
    );
  }

  #readEvent(event: AccountEvent, told: Told, lastAt: number): void {
    switch (event.type) {
      case 'account.created':
        this.toppedUp += event.balanceMicros;
        this.keys.add(event.key.keyId);
        this.secrets.push({ secret: event.webhookSecret, since: event.at });
        return;
      case 'account.topped-up':
        this.toppedUp += event.micros;
        return;
      case 'key.created':
        this.keys.add(event.key.keyId);
        return;
      case 'key.revoked':
        hold(this.keys.delete(event.keyId), 'L3', () => `key ${event.keyId} is revoked and was not valid`);
        this.streams.revoked(event.keyId, event.at);
        return;
      case 'webhook-secret.rotated':
        this.secrets.push({ secret: event.webhookSecret, since: event.at });
        return;
      case 'rates.changed':
        return;
      case 'upload.stored':
        this.uploads.set(event.upload.fileKey, event.upload);
        return;
      case 'job.submitted': {
        const job = this.#job(event.job.id);
        if (job.placeAt === undefined) this.waiting.push(job.id);
        else this.rendering.add(job.id);
        if (job.paidFirst) {
          this.spent += job.priceMicros;
          this.#record(job, event.at, 'processing', job.priceMicros, null);
        } else {
          this.held += job.priceMicros;
        }
        if (event.idempotency !== undefined) this.#bind(event.idempotency, job.id, event.at);
        this.deliveries.submitted(job);
        return;
      }
      case 'submit.refused':
        hold(this.#choices['idempotency-refusals'] === 'remembered', 'L3', () => 'a refused submit left a trace');
        return;
      case 'job.started': {
        const job = this.#job(event.jobId);
        this.#move(job, 'processing');
        same(event.at, (job.placeAt ?? Number.NaN) + job.plan.startMs, 'due', `the start of ${job.id}`);
        job.startedAt = event.at;
        return;
      }
      case 'job.succeeded':
        this.#end(this.#job(event.jobId), event.at, { status: 'succeeded' }, told);
        return;
      case 'job.failed': {
        const { code, reason } = event;
        hold(code in jobErrors, 'J2', () => `job ${event.jobId} failed with ${code}`);
        this.#end(this.#job(event.jobId), event.at, { status: 'failed', code, reason }, told);
        return;
      }
      case 'session.created':
      case 'session.expired':
      case 'session.connected':
      case 'session.alive':
      case 'session.ended':
      case 'session.settled': {
        const closings = event.type === 'session.ended' ? told.closings.get(event.sessionId) : undefined;
        return this.streams.read(event, lastAt, closings ?? []);
      }
      case 'delivery.started':
      case 'delivery.resend-scheduled':
      case 'delivery.finished':
        return this.deliveries.read(event, told.resends.has(event.deliveryId));
      default:
        event satisfies never;
    }
  }

  #bind(
    { key, fingerprint, until }: { key: string; fingerprint: string; until: number },
    jobId: string,
    at: number,
  ): void {
    const bound = this.boundTo(key, at);
    hold(bound === undefined, 'I1', () => `key ${key} stands for ${bound?.jobId} and makes ${jobId} too`);
    const hours = this.#choices['idempotency-retention'] === '24h' ? 24 : 168;
    same(until, at + hours * 3_600_000, 'I4', `the retention of key ${key}`);
    this.submits.set(key, { jobId, mark: fingerprint, until });
  }

  #end(job: BookedJob, at: number, as: Ending, told: Told): void {
    this.#move(job, as.status);
    const early = told.endings.get(job.id);
    same(as, early === undefined || early === 'as planned' ? job.plan.ending : early, 'J2', `the ending of ${job.id}`);
    if (early === undefined) {
      same(at, (job.startedAt ?? Number.NaN) + job.plan.durationMs, 'due', `the end of ${job.id}`);
    }
    const charges = job.postings.filter(({ kind }) => kind === 'charge');
    const refunds = job.postings.filter(({ kind }) => kind === 'refund');
    hold(charges.length <= 1 && refunds.length <= 1, 'L4', () => `${job.id} has ${JSON.stringify(job.postings)}`);
    for (const refund of refunds) same(refund.micros, charges[0]?.micros, 'L4', `the refund of ${job.id}`);
    const net = charges.length * job.priceMicros - refunds.length * job.priceMicros;
    same(net, as.status === 'succeeded' ? job.priceMicros : 0, 'L5', `what ${job.id} cost that ${as.status}`);

    const reason = as.status === 'failed' ? as.reason : null;
    if (job.paidFirst) {
      if (as.status === 'failed') this.spent -= job.priceMicros;
      const record = this.usage.find(({ about }) => about === job.id);
      hold(record?.status === 'processing', 'L9', () => `${job.id} ends without an open record`);
      Object.assign(record, { status: as.status, charged: net, reason });
    } else {
      this.held -= job.priceMicros;
      this.spent += net;
      this.#record(job, at, as.status, net, reason);
    }
    this.#leave(job, at);
    this.deliveries.jobEnded(job, at);
  }

  /** The place of a job that leaves goes to the one that has waited longest. */
  #leave(job: BookedJob, at: number): void {
    const line = this.waiting.indexOf(job.id);
    if (line >= 0) this.waiting.splice(line, 1);
    if (!this.rendering.delete(job.id)) return;
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.rendering.add(next);
    this.#job(next).placeAt = at;
  }

  #move(job: BookedJob, to: JobStatus): void {
    const allowed =
      to === 'processing' ? job.status === 'queued' : job.status === 'queued' || job.status === 'processing';
    hold(allowed, 'J1', () => `job ${job.id} moves from ${job.status} to ${to}`);
    job.status = to;
  }

  #record(
    { id: about, feature }: BookedJob,
    at: number,
    status: string,
    charged: number,
    reason: UsageReason | null,
  ): void {
    this.usage.push({ about, feature, at, status, charged, reason });
  }

  #job(id: string): BookedJob {
    const job = this.jobs.get(id);
    hold(job !== undefined, 'J1', () => `the log of ${this.accountId} speaks of ${id}, which it never submitted`);
    return job;
  }
}
