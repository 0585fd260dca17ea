/** Everything that the console of the service does, and what only a mock can do: the same for the control API and in process. */
import type { JobOutcome } from '../../spec/magic.ts';
import type { Job } from '../domain/job.ts';
import { usdFromMicros, microsFromUsd } from '../domain/money.ts';
import { type NegotiatedRates, type RateCard, type UsdRate, rateFromUsd } from '../domain/pricing.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { type Capability, type Capacity, type VoiceCapacity, voiceCapacityAt } from '../domain/world.ts';
import { limits } from '../../spec/limits.ts';
import type { Feature, Tier } from '../../spec/vocabulary.ts';
import { type ClockMode, latestInstant, parseClockMode, parseInstant } from '../engine/clock.ts';
import { newApiKey, newWebhookSecret } from '../engine/credentials.ts';
import type { Engine } from '../engine/engine.ts';
import { accountIdIn } from '../engine/ids.ts';
import type { Chance } from '../engine/random.ts';
import type { Journal, JournalFilter, JournalPage } from '../store/journal.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { type DeliveryView, type FindSent, deliveriesOf, viewOf as viewOfDelivery } from './deliveries.ts';
import { type FaultRuleView, faultRulesMax, nextRuleId, readRule, viewOfRule, withRule } from './faults.ts';

export type ControlOptions = {
  readonly engine: () => Engine;
  readonly chance: Chance;
  /** Puts everything back to how it was at the start. */
  readonly reset: () => Promise<void>;
  /** What an attempt of a delivery sent, as far as it is remembered. */
  readonly sent: FindSent;
  readonly journal: Pick<Journal, 'list'>;
  /** Told after the clock was given another pace. */
  readonly paceChanged: () => void;
  /** A revoked key needs no rate window any more. */
  readonly forgetKey: (digest: string) => void;
};

export type NewAccount = {
  readonly account_id: string;
  readonly api_key: string;
  readonly key_id: string;
  readonly webhook_secret: string;
};

/** A number is the price of one unit in USD; the object has the form of the rate card. */
export type UsdRates = { readonly [feature in Feature]?: number | Omit<UsdRate, 'unit'> };

export type AccountRequest = {
  readonly balance_usd: number;
  readonly rates?: UsdRates;
  readonly rate_limit?: number | 'off';
};

export type ClockState = { readonly mode: ClockMode; readonly now: string; readonly next_due: string | null };

/** Where to move the clock. */
export type Advance = { readonly seconds: number } | { readonly to: string } | { readonly to_next: true };

export type CapacityState = {
  readonly tiers: { readonly [tier in Tier]: boolean };
  readonly voice: VoiceCapacity;
  readonly capabilities: { readonly [capability in Capability]: boolean };
  readonly saturated: boolean;
};

/** Every part may be left out; what is left out stays as it is. */
export type CapacityChange = {
  readonly tiers?: Partial<CapacityState['tiers']>;
  readonly voice?: VoiceCapacity;
  readonly capabilities?: Partial<CapacityState['capabilities']>;
  readonly saturated?: boolean;
};

export type JobView = {
  readonly id: string;
  readonly account_id: string;
  readonly endpoint: string;
  readonly status: string;
  readonly price_usd: number;
  readonly submitted_at: string;
};

export class Control {
  readonly #options: ControlOptions;
  /** Keys and secrets made for each account after its first. */
  readonly #credentials = new Map<string, number>();
  /** How often each delivery was sent again by hand. */
  readonly #resends = new Map<string, number>();

  #advancing: Promise<unknown> = Promise.resolve();

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  reset(): Promise<void> {
    this.#credentials.clear();
    this.#resends.clear();
    return this.#options.reset();
  }

  clock(): ClockState {
    const { clock } = this.#engine;
    const next = this.#engine.nextDue();
    return { mode: clock.mode, now: iso(clock.now()), next_due: next === undefined ? null : iso(next) };
  }

  setClockMode(mode: string): ClockState | Refused {
    const parsed = parseClockMode(mode);
    if (parsed === undefined)
      return refuse('invalid_input', `mode must be real, manual or a speed such as 60x, got ${mode}`);
    this.#engine.clock.setMode(parsed);
    this.#engine.rearm();
    this.#options.paceChanged();
    return this.clock();
  }

  /** Runs everything that is due until then, each at its own instant. The clock never goes back. */
  advance(to: Advance): Promise<ClockState | Refused> {
    // One after the other: each begins where the one before has ended.
    const turn = this.#advancing.then(() => this.#advance(to));
    this.#advancing = turn.catch(() => undefined);
    return turn;
  }

  async #advance(to: Advance): Promise<ClockState | Refused> {
    const now = this.#engine.clock.now();
    const target =
      'seconds' in to
        ? now + Math.round(to.seconds * 1000)
        : 'to' in to
          ? parseInstant(to.to)
          : // Due already, on a clock that runs: then it is now.
            Math.max(now, this.#engine.nextDue() ?? now);
    if (target === undefined) return refuse('invalid_input', 'to must be an ISO 8601 instant');
    if (!(target <= latestInstant))
      return refuse('invalid_input', `the clock goes no further than the year 9998: it is ${iso(now)}`);
    if (target < now) return refuse('invalid_input', `the clock never goes back: it is ${iso(now)}`);
    await this.#engine.advanceTo(target);
    return this.clock();
  }

  async createAccount({ balance_usd, rates = {}, rate_limit }: AccountRequest): Promise<NewAccount> {
    const accountId = this.#engine.nextAccountId();
    const { apiKey, key } = newApiKey(this.#options.chance, accountId, 0);
    const webhookSecret = newWebhookSecret(this.#options.chance, accountId, 0);
    await this.#engine.createAccount(accountId, {
      type: 'create-account',
      balanceMicros: microsFromUsd(balance_usd),
      rates: negotiated(this.#engine.world.settings.rateCard, rates),
      ...(rate_limit !== undefined && { rateLimit: rate_limit }),
      key,
      webhookSecret,
    });
    return { account_id: accountId, api_key: apiKey, key_id: key.keyId, webhook_secret: webhookSecret };
  }

  async topUp(accountId: string, amountUsd: number): Promise<{ available_usd: number } | Refused> {
    const account = await this.#engine.account(accountId);
    if (account === undefined) return noAccount(accountId);
    const outcome = await this.#engine.execute(accountId, { type: 'top-up', micros: microsFromUsd(amountUsd) });
    if (isRefused(outcome)) return outcome;
    return { available_usd: usdFromMicros(account.ledger.available) };
  }

  async createKey(accountId: string): Promise<{ key_id: string; api_key: string } | Refused> {
    const account = await this.#engine.account(accountId);
    if (account === undefined) return noAccount(accountId);
    const { apiKey, key } = newApiKey(this.#options.chance, accountId, this.#nextCredential(accountId));
    await this.#engine.execute(accountId, { type: 'create-key', key });
    return { key_id: key.keyId, api_key: apiKey };
  }

  /** The key stops working at once (authentication.revoked-at-once). */
  async revokeKey(accountId: string, keyId: string): Promise<Record<never, never> | Refused> {
    const account = await this.#engine.account(accountId);
    if (account === undefined) return noAccount(accountId);
    const revoked = [...account.keys.values()].find((key) => key.keyId === keyId);
    const outcome = await this.#engine.execute(accountId, { type: 'revoke-key', keyId });
    if (isRefused(outcome)) return outcome;
    if (revoked !== undefined) this.#options.forgetKey(revoked.digest);
    return {};
  }

  async rotateWebhookSecret(accountId: string): Promise<{ webhook_secret: string } | Refused> {
    const account = await this.#engine.account(accountId);
    if (account === undefined) return noAccount(accountId);
    const webhookSecret = newWebhookSecret(this.#options.chance, accountId, this.#nextCredential(accountId));
    await this.#engine.execute(accountId, { type: 'rotate-webhook-secret', webhookSecret });
    return { webhook_secret: webhookSecret };
  }

  capacity(): CapacityState {
    const { capacity } = this.#engine.world;
    const { tiers, capabilities, saturated } = capacity;
    return { tiers, voice: voiceCapacityAt(capacity, this.#engine.clock.now()), capabilities, saturated };
  }

  async setCapacity(change: CapacityChange): Promise<CapacityState> {
    const now = this.#engine.clock.now();
    await this.#engine.changeCapacity((capacity) => capacityAfter(capacity, change, now));
    return this.capacity();
  }

  faults(): FaultRuleView[] {
    return this.#engine.world.faults.map(viewOfRule);
  }

  /** A rule of the same id is replaced, and is counted anew. */
  async addFault(body: FaultRuleBody): Promise<FaultRuleView | Refused> {
    const draft = readRule(body);
    if (isRefused(draft)) return draft;
    let id = body.id ?? '';
    let isFull = false;
    await this.#engine.changeFaults((rules) => {
      isFull = rules.length >= faultRulesMax && !rules.some((rule) => rule.id === id);
      if (isFull) return rules;
      id = body.id ?? nextRuleId(rules);
      return withRule(rules, draft, id);
    });
    if (isFull) return refuse('invalid_input', `there are ${faultRulesMax} rules already: delete some`);
    return viewOfRule({ id, ...draft });
  }

  async removeFault(id: string): Promise<Record<never, never> | Refused> {
    if (!this.#engine.world.faults.some((rule) => rule.id === id)) return refuse('not_found', `no rule ${id}`);
    await this.#engine.changeFaults((rules) => rules.filter((rule) => rule.id !== id));
    return {};
  }

  async clearFaults(): Promise<Record<never, never>> {
    await this.#engine.changeFaults(() => []);
    return {};
  }

  /** The newest jobs of one account or of all, newest first. */
  async jobs(filter: { readonly accountId?: string; readonly limit: number }): Promise<JobView[]> {
    const ids = filter.accountId === undefined ? this.#engine.accountIds() : [filter.accountId];
    const views: { at: number; view: JobView }[] = [];
    for (const id of ids) {
      const account = await this.#engine.account(id);
      // Newest first already here: the sort below leaves those of the same instant as they are.
      const jobs = [...(account?.jobs.values() ?? [])].slice(-filter.limit).reverse();
      views.push(...jobs.map((job) => ({ at: job.submittedAt, view: viewOf(id, job) })));
    }
    return views
      .sort((a, b) => b.at - a.at)
      .slice(0, filter.limit)
      .map(({ view }) => view);
  }

  /** Ends a job now, as told or as planned. */
  async finishJob(jobId: string, outcome?: JobOutcome): Promise<JobView | Refused> {
    const accountId = accountIdIn(jobId);
    const account = accountId === undefined ? undefined : await this.#engine.account(accountId);
    const job = account?.jobs.get(jobId);
    if (account === undefined || job === undefined) return refuse('not_found', `no job ${jobId}`);
    const done = await this.#engine.execute(account.id, {
      type: 'finish-job',
      jobId,
      ...(outcome !== undefined && { outcome }),
    });
    return isRefused(done) ? done : viewOf(account.id, job);
  }

  /** The newest deliveries of one account or of all, newest first. */
  async deliveries(filter: { readonly accountId?: string; readonly limit: number }): Promise<DeliveryView[]> {
    const ids = filter.accountId === undefined ? this.#engine.accountIds() : [filter.accountId];
    const found = await Promise.all(ids.map((id) => this.#engine.account(id)));
    return found
      .flatMap((account) => (account === undefined ? [] : deliveriesOf(account, filter.limit, this.#options.sent)))
      .sort((a, b) => b.at - a.at)
      .slice(0, filter.limit)
      .map(({ view }) => view);
  }

  /** Sends a webhook once more, at once: same job, same id, new signature. It counts as none of the six attempts. */
  async resendDelivery(deliveryId: string): Promise<DeliveryView | Refused> {
    const accountId = accountIdIn(deliveryId);
    const account = accountId === undefined ? undefined : await this.#engine.account(accountId);
    const delivery = account?.deliveries.get(deliveryId);
    if (account === undefined || delivery === undefined) return refuse('not_found', `no delivery ${deliveryId}`);
    // Counted at once, so that calls at the same time count each other. Every attempt is kept, and shown wherever its delivery is.
    const resends = (this.#resends.get(deliveryId) ?? 0) + 1;
    if (resends > resendsMax) {
      return refuse('invalid_input', `a delivery is sent again ${resendsMax} times at the most: ${deliveryId} was`);
    }
    this.#resends.set(deliveryId, resends);
    const done = await this.#engine.execute(account.id, { type: 'resend-delivery', deliveryId });
    return isRefused(done) ? done : viewOfDelivery(account.id, delivery, this.#options.sent);
  }

  /** What came to the mock and what it sent, oldest first. */
  journal(filter: JournalFilter): JournalPage {
    return this.#options.journal.list(filter);
  }

  /** Counted here and at once, so that two calls at the same time never make the same key. */
  #nextCredential(accountId: string): number {
    const ordinal = (this.#credentials.get(accountId) ?? 0) + 1;
    this.#credentials.set(accountId, ordinal);
    return ordinal;
  }

  get #engine(): Engine {
    return this.#options.engine();
  }
}

/** @param now milliseconds of the mock's clock: a warm-up that begins now ends by itself */
export const capacityAfter = (capacity: Capacity, change: CapacityChange, now: number): Capacity => ({
  tiers: { ...capacity.tiers, ...change.tiers },
  voice: change.voice ?? capacity.voice,
  voiceReadyAt:
    change.voice === undefined
      ? capacity.voiceReadyAt
      : change.voice === 'warming'
        ? now + limits.voiceWarmingMinutes * 60_000
        : undefined,
  capabilities: { ...capacity.capabilities, ...change.capabilities },
  saturated: change.saturated ?? capacity.saturated,
});

/** Of one delivery, by hand. */
const resendsMax = 1_000;

const iso = (time: number): string => new Date(time).toISOString();

const noAccount = (accountId: string): Refused => refuse('not_found', `no account ${accountId}`);

const viewOf = (accountId: string, job: Job): JobView => ({
  id: job.id,
  account_id: accountId,
  endpoint: job.endpoint,
  status: job.state.status,
  price_usd: usdFromMicros(job.priceMicros),
  submitted_at: iso(job.submittedAt),
});

/** Prices of an account's own, each in the unit of the card. */
export const negotiated = (card: RateCard, rates: UsdRates): NegotiatedRates =>
  Object.fromEntries(
    Object.entries(rates).map(([feature, rate]) => {
      const { unit } = card[feature as Feature];
      return [feature, rateFromUsd(typeof rate === 'number' ? { unit, usd: rate } : { unit, ...rate })];
    }),
  );
