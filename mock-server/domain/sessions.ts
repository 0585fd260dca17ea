/** Creates a real-time session, or says why not, and ends one that nobody connected to. Creation debits nothing. */
import type { GapChoices } from '../../spec/gaps.ts';
import { findMagic } from '../../spec/magic.ts';
import { tierFeature, type StreamFeature } from '../../spec/vocabulary.ts';
import type { Account } from './account.ts';
import type { CreateSession, Decision, ExpireSession, Moment } from './commands.ts';
import { type Micros, usdFromMicros } from './money.ts';
import { priceOf, rateOf, unitPrice } from './pricing.ts';
import { firstRefusal } from './refusal-order.ts';
import { type Refused, refuse } from './refusal.ts';
import { type Capacity, type Settings, type World, voiceCapacityAt } from './world.ts';

export const createSession = (
  account: Account,
  { settings, capacity }: World,
  command: CreateSession,
  moment: Moment,
): Decision<CreateSession> => {
  const { choices } = settings;
  const { capability, prompt, voiceProfileId, tier = 'pro' } = command;
  if (prompt === '' && choices['empty-prompt'] === 'refused') {
    return refuse('invalid_input', 'prompt must not be empty: leave it out for the default');
  }
  const feature: StreamFeature = capability === 'full_live_swap' ? tierFeature[tier] : 'voice_changer';

  if (!capacity.capabilities[capability])
    return refuse('capability_unavailable', `${capability} is switched off for now`);
  const secondMicros = unitPrice(rateOf(settings.rateCard, account.rates, feature));
  const maxDurationSeconds = command.durationMinutes * 60;
  const block = { unit: 'second', ms: maxDurationSeconds * 1000 } as const;
  const maxCostMicros = priceOf(secondMicros, block, choices['usd-rounding']);
  const refused = firstRefusal(choices, {
    inputs: () => refuseInputs(command, settings),
    funds: () => refuseFunds(account, command, maxCostMicros, choices),
    capacity: () => refuseCapacity(capacity, feature, moment.now),
  });
  if (refused !== undefined) return refused;

  const session = {
    id: moment.mint('sess'),
    feature,
    token: moment.mintSecret('rt'),
    maxDurationSeconds,
    maxCostMicros,
    secondMicros,
    tokenExpiresAt: moment.now + tokenLifetimeMs(choices['token-lifetime'], maxDurationSeconds),
    ...(capability === 'full_live_swap' && { prompt: resolvePrompt(prompt, settings) }),
    ...(voiceProfileId !== undefined && { voiceProfileId }),
  };
  return { events: [{ type: 'session.created', at: moment.now, session }], reply: { sessionId: session.id } };
};

const refuseInputs = ({ prompt, voiceProfileId }: CreateSession, settings: Settings): Refused | undefined => {
  const magic = findMagic(`${prompt ?? ''} ${voiceProfileId ?? ''}`);
  if (magic !== undefined && 'refusal' in magic) {
    return refuse(magic.refusal, 'forced by a magic word in an input: nothing was charged');
  }
  if (voiceProfileId === undefined || settings.voiceIds.has(voiceProfileId)) return undefined;
  const shown = JSON.stringify(voiceProfileId.slice(0, 80));
  return refuse(settings.choices['unknown-voice'], `voice_profile_id: no voice ${shown}; see GET /voices`);
};

/** The whole block must be there now, or only when the stream connects (gap `session-funds`). */
const refuseFunds = (
  { ledger }: Account,
  { durationMinutes }: CreateSession,
  maxCostMicros: Micros,
  choices: GapChoices,
): Refused | undefined => {
  if (choices['session-funds'] === 'connect-only' || maxCostMicros <= ledger.available) return undefined;
  const cost = usdFromMicros(maxCostMicros);
  const available = usdFromMicros(ledger.available);
  return refuse(
    'insufficient_balance',
    `${durationMinutes} minutes cost up to ${cost} USD and ${available} USD are available: top up or fund fewer minutes`,
  );
};

/** The instruction in force (endpoints.full-live-swap.prompt-default); what an empty one asks for is the gap `empty-prompt`. */
const resolvePrompt = (prompt: string | undefined, { choices, defaultPrompt }: Settings): string =>
  prompt === undefined || (prompt === '' && choices['empty-prompt'] === 'as-omitted') ? defaultPrompt : prompt;

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

const tokenLifetimeMs = (choice: GapChoices['token-lifetime'], maxDurationSeconds: number): number => {
  switch (choice) {
    case '10m':
      return 10 * minuteMs;
    case '1m':
      return minuteMs;
    case 'session':
      return maxDurationSeconds * 1000;
    default:
      return choice satisfies never;
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
