/** Creates a real-time session, or says why not, and ends one that nobody connected to. Creation debits nothing. */
import { type Fault, faultEntry, faultNamed } from '../../spec/faults.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { findMagic, findMagicFaults } from '../../spec/magic.ts';
import { tierFeature, type StreamFeature } from '../../spec/vocabulary.ts';
import type { Account } from './account.ts';
import type { CreateSession, Decision, ExpireSession, Moment } from './commands.ts';
import { type Micros, usdFromMicros } from './money.ts';
import { rateOf, unitPrice } from './pricing.ts';
import { firstRefusal } from './refusal-order.ts';
import { type Refused, refuse } from './refusal.ts';
import { spendable } from './unheld.ts';
import { type Capacity, type Settings, type World, voiceCapacityAt } from './world.ts';

export const createSession = (
  account: Account,
  { settings, capacity }: World,
  command: CreateSession,
  moment: Moment,
): Decision<CreateSession> => {
  const { choices } = settings;
  const { capability, prompt, tier = 'pro' } = command;
  const magicFaults = magicFaultsOf(command);
  const faults = [...(command.faults ?? []), ...magicFaults];
  // A profile that stands for a fault is no voice.
  const voiceProfileId = magicFaults.length > 0 ? undefined : command.voiceProfileId;
  if (prompt === '' && choices['empty-prompt'] === 'refused') {
    return refuse('invalid_input', 'prompt must not be empty: leave it out for the default');
  }
  const feature: StreamFeature = capability === 'full_live_swap' ? tierFeature[tier] : 'voice_changer';

  if (!capacity.capabilities[capability])
    return refuse('capability_unavailable', `${capability} is switched off for now`);
  const rate = rateOf(settings.rateCard, account.rates, feature);
  const maxDurationSeconds = command.durationMinutes * 60;
  const blockMicros = settings.rules.price({
    of: 'session',
    feature,
    rate,
    listRate: settings.rateCard[feature],
    quantity: { unit: 'second', ms: maxDurationSeconds * 1000 },
    rounding: choices['usd-rounding'],
  });
  const maxCostMicros = ceilingOf(blockMicros, choices);
  const refused = firstRefusal(choices, {
    inputs: () => refuseInputs(command, settings),
    funds: () => refuseFunds(account, command, maxCostMicros, choices, moment.now),
    capacity: () =>
      refuseByFault(faults) ?? refuseCapacity(capacity, feature, moment.now) ?? refuseSecond(account, choices),
  });
  if (refused !== undefined) return refused;

  const session = {
    id: moment.mint('sess'),
    feature,
    token: moment.mintSecret('rt'),
    maxDurationSeconds,
    maxCostMicros,
    secondMicros: unitPrice(rate),
    tokenExpiresAt: moment.now + tokenLifetimeMs(choices['token-lifetime'], maxDurationSeconds),
    ...(capability === 'full_live_swap' && { prompt: resolvePrompt(prompt, settings) }),
    ...(voiceProfileId !== undefined && { voiceProfileId }),
    ...(command.keyId !== undefined && { keyId: command.keyId }),
    ...(faults.length > 0 && { faults }),
  };
  return { events: [{ type: 'session.created', at: moment.now, session }], reply: { sessionId: session.id } };
};

/** Faults that words in the inputs ask for. */
const magicFaultsOf = ({ capability, prompt, voiceProfileId }: CreateSession): readonly Fault[] =>
  findMagicFaults(`${prompt ?? ''} ${voiceProfileId ?? ''}`, ['session', 'socket']).filter(({ name }) => {
    const { only } = faultEntry(name);
    return only === undefined || only === capability;
  });

const refuseInputs = (command: CreateSession, settings: Settings): Refused | undefined => {
  const { prompt, voiceProfileId } = command;
  const magic = findMagic(`${prompt ?? ''} ${voiceProfileId ?? ''}`);
  if (magic !== undefined && 'refusal' in magic) {
    return refuse(magic.refusal, 'forced by a magic word in an input: nothing was charged');
  }
  if (voiceProfileId === undefined || settings.voiceIds.has(voiceProfileId)) return undefined;
  if (magicFaultsOf(command).length > 0) return undefined;
  const shown = JSON.stringify(voiceProfileId.slice(0, 80));
  return refuse(settings.choices['unknown-voice'], `voice_profile_id: no voice ${shown}; see GET /voices`);
};

/** The whole block must be there now, or only when the stream connects (gap `session-funds`). */
const refuseFunds = (
  account: Account,
  { durationMinutes }: CreateSession,
  maxCostMicros: Micros,
  choices: GapChoices,
  now: number,
): Refused | undefined => {
  const free = spendable(account, now);
  if (choices['session-funds'] === 'connect-only' || maxCostMicros <= free) return undefined;
  const cost = usdFromMicros(maxCostMicros);
  const available = usdFromMicros(free);
  return refuse(
    'insufficient_balance',
    `${durationMinutes} minutes cost up to ${cost} USD and ${available} USD are available: top up or fund fewer minutes`,
  );
};

/** The instruction in force (endpoints.full-live-swap.prompt-default); what an empty one asks for is the gap `empty-prompt`. */
const resolvePrompt = (prompt: string | undefined, { choices, defaultPrompt }: Settings): string =>
  prompt === undefined || (prompt === '' && choices['empty-prompt'] === 'as-omitted') ? defaultPrompt : prompt;

const refuseByFault = (faults: readonly Fault[]): Refused | undefined => {
  if (faultNamed(faults, 'session-no-capacity') !== undefined) {
    return refuse('capacity_unavailable', 'no capacity for now, as an injected fault has it: nothing was charged');
  }
  return faultNamed(faults, 'session-warming') === undefined
    ? undefined
    : refuse('capacity_warming', 'voice capacity is starting up, as an injected fault has it: retry in about a minute');
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

/** Another session while one streams (gap `parallel-sessions`). */
const refuseSecond = ({ sessions }: Account, choices: GapChoices): Refused | undefined =>
  choices['parallel-sessions'] === 'one' && [...sessions.values()].some(({ state }) => state.status === 'streaming')
    ? refuse('capacity_unavailable', 'a session of this account is streaming: end it first. Nothing was charged')
    : undefined;

/** What a session may cost at the most (gap `ceiling-amount`). */
const ceilingOf = (priceMicros: Micros, choices: GapChoices): Micros =>
  choices['ceiling-amount'] === 'cent-up' ? Math.ceil(priceMicros / centMicros) * centMicros : priceMicros;

const centMicros = 10_000;

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
  { settings: { choices } }: World,
  { sessionId }: ExpireSession,
  { now }: Moment,
): Decision<ExpireSession> => {
  if (account.sessions.get(sessionId)?.state.status !== 'created') return { events: [], reply: {} };
  const unrecorded = choices['no-stream-time'] === 'never' && ({ unrecorded: true } as const);
  return { events: [{ type: 'session.expired', at: now, sessionId, ...unrecorded }], reply: {} };
};
