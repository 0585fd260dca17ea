/** The three things that stream: both tiers of Full Live Swap, and Voice Changer. How each is called, and where its clauses are. */
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import type { Rates } from '../money/rates.ts';
import { numberIn } from '../reading/members.ts';
import { isOfTheMoment } from '../reading/refusal.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess, toldOf } from '../wire/exchange.ts';

export type Session = {
  readonly name: 'pro' | 'standard' | 'voice';
  readonly operation: 'createLiveSwapSession' | 'createVoiceSession';
  readonly body: { readonly [name: string]: unknown };
  readonly feature: keyof Rates;
  /** As the ids of clauses have it. */
  readonly states: 'full-live-swap' | 'voice-changer';
  readonly endpoint: 'full-live-swap' | 'voice-session';
  readonly resource: 'live-swap-session' | 'voice-session';
  readonly title: string;
};

const liveSwap = {
  operation: 'createLiveSwapSession',
  states: 'full-live-swap',
  endpoint: 'full-live-swap',
  resource: 'live-swap-session',
} as const;

export const pro: Session = {
  ...liveSwap,
  name: 'pro',
  body: { tier: 'pro' },
  feature: 'full_live_swap',
  title: 'a Full Live Swap session of the tier pro',
};

export const standard: Session = {
  ...liveSwap,
  name: 'standard',
  body: { tier: 'standard' },
  feature: 'full_live_swap_standard',
  title: 'a Full Live Swap session of the tier standard',
};

export const voice: Session = {
  name: 'voice',
  operation: 'createVoiceSession',
  body: {},
  feature: 'voice_changer',
  states: 'voice-changer',
  endpoint: 'voice-session',
  resource: 'voice-session',
  title: 'a Voice Changer session',
};

/** By the clauses that speak of them. */
export const families = [
  {
    states: 'full-live-swap',
    endpoint: 'full-live-swap',
    resource: 'live-swap-session',
    title: 'Full Live Swap',
    sessions: [pro, standard],
  },
  {
    states: 'voice-changer',
    endpoint: 'voice-session',
    resource: 'voice-session',
    title: 'Voice Changer',
    sessions: [voice],
  },
] as const;
export type SessionFamily = (typeof families)[number];

/** A session for so many minutes. Throws NotTestable where it is refused: that is the finding of another check. */
export const createSession = async (
  actor: Actor,
  account: Account,
  { operation, body, title }: Session,
  minutes: number,
  more: { readonly [name: string]: unknown } = {},
): Promise<Exchange> => {
  const session = await actor.call(account, operation, { body: { duration_minutes: minutes, ...body, ...more } });
  if (isSuccess(session)) return session;
  const why = isOfTheMoment(session) ? 'that is to be had' : 'that is created';
  throw new NotTestable(`it needs ${title} ${why}, and got ${toldOf(session)}`, undefined, [session]);
};

/** What a second of it costs at the most, in micro-USD. */
export const secondMicrosMax = (actor: Actor, session: Exchange): number =>
  ceilingMicros(actor, session) / maxSeconds(actor, session);

export const ceilingMicros = (actor: Actor, session: Exchange): number =>
  Math.round(actor.wanted(numberIn(session, 'max_cost_usd'), 'a session with a max_cost_usd', session) * 1e6);

export const maxSeconds = (actor: Actor, session: Exchange): number => {
  const seconds = numberIn(session, 'max_duration_sec');
  return actor.wanted(
    seconds !== undefined && seconds > 0 ? seconds : undefined,
    'a session with a max_duration_sec',
    session,
  );
};
