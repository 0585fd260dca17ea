/** Creates a real-time session, or says why not, and ends one that nobody connected to. Creation debits nothing. */
import { findMagic } from '../../spec/magic.ts';
import { tierFeature, type StreamFeature } from '../../spec/vocabulary.ts';
import type { Account } from './account.ts';
import type { CreateSession, Decision, ExpireSession, Moment } from './commands.ts';
import { usdFromMicros } from './money.ts';
import { priceOf, rateOf, unitPrice } from './pricing.ts';
import { type Refused, refuse } from './refusal.ts';
import { type Capacity, type World, voiceCapacityAt } from './world.ts';

export const createSession = (
  account: Account,
  { settings, capacity }: World,
  command: CreateSession,
  moment: Moment,
): Decision<CreateSession> => {
  const { capability, prompt, voiceProfileId, tier = 'pro' } = command;
  const feature: StreamFeature = capability === 'full_live_swap' ? tierFeature[tier] : 'voice_changer';

  if (!capacity.capabilities[capability])
    return refuse('capability_unavailable', `${capability} is switched off for now`);
  const magic = findMagic(`${prompt ?? ''} ${voiceProfileId ?? ''}`);
  if (magic !== undefined && 'refusal' in magic) {
    return refuse(magic.refusal, 'forced by a magic word in an input: nothing was charged');
  }
  if (voiceProfileId !== undefined && !settings.voiceIds.has(voiceProfileId)) {
    const shown = JSON.stringify(voiceProfileId.slice(0, 80));
    return refuse(settings.choices['unknown-voice'], `voice_profile_id: no voice ${shown}; see GET /voices`);
  }

  const secondMicros = unitPrice(rateOf(settings.rateCard, account.rates, feature));
  const maxDurationSeconds = command.durationMinutes * 60;
  const maxCostMicros = priceOf(secondMicros, { unit: 'second', ms: maxDurationSeconds * 1000 });
  if (maxCostMicros > account.ledger.available) {
    const cost = usdFromMicros(maxCostMicros);
    const available = usdFromMicros(account.ledger.available);
    return refuse(
      'insufficient_balance',
      `${command.durationMinutes} minutes cost up to ${cost} USD and ${available} USD are available: top up or fund fewer minutes`,
    );
  }
  const full = refuseCapacity(capacity, feature, moment.now);
  if (full !== undefined) return full;

  const session = {
    id: moment.mint('sess'),
    feature,
    token: moment.mintSecret('rt'),
    maxDurationSeconds,
    maxCostMicros,
    secondMicros,
    tokenExpiresAt: moment.now + tokenLifetimeMs(settings.choices['token-lifetime'], maxDurationSeconds),
    // An empty instruction is none: the default stands in (endpoints.full-live-swap.prompt-default).
    ...(capability === 'full_live_swap' && { prompt: prompt || settings.defaultPrompt }),
    ...(voiceProfileId !== undefined && { voiceProfileId }),
  };
  return { events: [{ type: 'session.created', at: moment.now, session }], reply: { sessionId: session.id } };
};

/** No tier stands in for another, and nothing is charged (endpoints.full-live-swap). */
const refuseCapacity = (capacity: Capacity, feature: StreamFeature, now: number): Refused | undefined => {
  if (feature === 'voice_changer') {
    switch (voiceCapacityAt(capacity, now)) {
      case 'ready':
        return undefined;
      case 'warming':
        return refuse('capacity_warming', 'voice capacity is starting up: retry in about a minute');
      default:
        return refuse('capacity_unavailable', 'no voice capacity for now: nothing was charged');
    }
  }
  const tier = feature === tierFeature.pro ? 'pro' : 'standard';
  return capacity.tiers[tier]
    ? undefined
    : refuse('capacity_unavailable', `no ${tier} engine is free for now: nothing was charged`);
};

const minuteMs = 60_000;

const tokenLifetimeMs = (
  choice: World['settings']['choices']['token-lifetime'],
  maxDurationSeconds: number,
): number => {
  switch (choice) {
    case '10m':
      return 10 * minuteMs;
    case '1m':
      return minuteMs;
    default:
      return maxDurationSeconds * 1000;
  }
};

export const expireSession = (
  account: Account,
  { sessionId }: ExpireSession,
  { now }: Moment,
): Decision<ExpireSession> =>
  account.sessions.get(sessionId)?.state.status === 'created'
    ? { events: [{ type: 'session.expired', at: now, sessionId }], reply: {} }
    : { events: [], reply: {} };
