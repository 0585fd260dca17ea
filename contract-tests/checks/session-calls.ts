/** The two session calls: what they answer with, and what their fields decide. What is streamed is judged elsewhere. */
import { limits } from '../../spec/limits.ts';
import { type Tier, tiers } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { type CallFacts, callNamed, isAccepted, plain, sessionOf, wantPlain } from '../probes/calls.ts';
import { longestSessions } from '../probes/unconnected.ts';
import { voiceIds } from '../probes/voices.ts';
import { isObject, memberOf, numberIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

const liveSwap = callNamed('full-live-swap');
const voice = callNamed('voice-session');

/** One that is accepted. Throws NotTestable else: that it is refused is the finding of another check. */
const accepted = async (t: Trial, call: CallFacts, body: { readonly [name: string]: unknown }): Promise<Exchange> => {
  const isPlain = isQuick(t) && Object.keys(body).length === 0;
  const exchange = await (isPlain ? plain(t, call) : sessionOf(t, call, body));
  return t.wanted(isSuccess(exchange) ? exchange : undefined, 'a session that is created', exchange);
};

/** In the smoke profile everything is read off a handful of sessions. */
const isQuick = ({ run }: Trial): boolean => run.profile === 'smoke';

const minutesOfLiveSwap = [1, 7, 30, limits.liveSwapMinutesMax] as const;
const minutesOfVoice = [1, 7, 30, limits.voiceMinutesMax] as const;

export const sessionCallChecks: readonly Check[] = [
  check({
    id: 'full-live-swap.returns-session',
    title: 'POST /full-live-swap/session answers with a session',
    clauses: ['endpoints.full-live-swap.returns-session'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await plain(t, liveSwap);
      t.expect('endpoints.full-live-swap.returns-session', isAccepted(t, exchange) && isSession(exchange), {
        expected: 'a success with a Full Live Swap session object',
        at: exchange,
      });
    },
  }),
  check({
    id: 'voice-session.returns-session',
    title: 'POST /voice/session answers with a session',
    clauses: ['endpoints.voice-session.returns-session'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await plain(t, voice);
      t.expect('endpoints.voice-session.returns-session', isAccepted(t, exchange) && isSession(exchange), {
        expected: 'a success with a Voice Changer session object',
        at: exchange,
      });
    },
  }),
  check({
    id: 'full-live-swap.duration-sets-hard-stop',
    title: 'max_duration_sec of a Full Live Swap session is its minutes in seconds, in both tiers',
    clauses: ['endpoints.full-live-swap.duration-sets-hard-stop'],
    profile: 'smoke',
    run: async (t) => {
      // Others look at what they cost: they are made where the balance is known.
      if (isQuick(t)) await t.once(longestSessions);
      for (const tier of isQuick(t) ? [undefined] : tiers) {
        for (const minutes of isQuick(t) ? [1, limits.liveSwapMinutesMax] : minutesOfLiveSwap) {
          const exchange = await sessionOf(t, liveSwap, { duration_minutes: minutes, ...(tier && { tier }) });
          expectSeconds(t, 'endpoints.full-live-swap.duration-sets-hard-stop', exchange, minutes);
        }
      }
    },
  }),
  check({
    id: 'voice-session.duration-sets-hard-stop',
    title: 'max_duration_sec of a Voice Changer session is its minutes in seconds',
    clauses: ['endpoints.voice-session.duration-sets-hard-stop'],
    profile: 'smoke',
    run: async (t) => {
      if (isQuick(t)) await t.once(longestSessions);
      for (const minutes of isQuick(t) ? [1, limits.voiceMinutesMax] : minutesOfVoice) {
        const exchange = await sessionOf(t, voice, { duration_minutes: minutes });
        expectSeconds(t, 'endpoints.voice-session.duration-sets-hard-stop', exchange, minutes);
      }
    },
  }),
  check({
    id: 'voice-session.duration-default',
    title: 'a Voice Changer session without duration_minutes is funded for ten',
    clauses: ['limits.voice-session-duration-default'],
    profile: 'smoke',
    run: async (t) => {
      const voiceId = (await voiceIds(t))[0];
      for (const body of [{}, { voice_profile_id: voiceId }]) {
        const exchange = await accepted(t, voice, body);
        const seconds = numberIn(exchange, 'max_duration_sec');
        t.expect('limits.voice-session-duration-default', seconds === limits.voiceMinutesDefault * 60, {
          expected: `max_duration_sec of ${limits.voiceMinutesDefault * 60}`,
          at: exchange,
        });
      }
      if (isQuick(t)) return;
      // Ten minutes that are asked for cost as much.
      const asked = numberIn(
        await accepted(t, voice, { duration_minutes: limits.voiceMinutesDefault }),
        'max_cost_usd',
      );
      const usual = await accepted(t, voice, {});
      t.expect('limits.voice-session-duration-default', numberIn(usual, 'max_cost_usd') === asked, {
        expected: `max_cost_usd of ${asked}, as of ten minutes that were asked for`,
        at: usual,
      });
    },
  }),
  check({
    id: 'full-live-swap.tier-default',
    title: 'a Full Live Swap session without a tier is funded as one of the tier pro',
    clauses: ['endpoints.full-live-swap.tier-default'],
    profile: 'smoke',
    run: async (t) => {
      for (const minutes of minutesOfTiers(t, 30)) {
        const cost = await ceilings(t, minutes);
        if (cost.pro === cost.standard) t.wanted(undefined, 'tiers of different price', cost.exchange);
        const usual = await accepted(t, liveSwap, minutes);
        t.expect('endpoints.full-live-swap.tier-default', numberIn(usual, 'max_cost_usd') === cost.pro, {
          expected: `max_cost_usd of ${cost.pro}, as of pro`,
          at: [usual, cost.exchange],
        });
      }
    },
  }),
  check({
    id: 'full-live-swap.tier-standard-cheaper',
    title: 'a minute of standard is funded with less than a minute of pro',
    clauses: ['endpoints.full-live-swap.tier-standard-cheaper'],
    profile: 'smoke',
    run: async (t) => {
      for (const minutes of minutesOfTiers(t, limits.liveSwapMinutesMax)) {
        const { pro, standard, exchange } = await ceilings(t, minutes);
        t.expect('endpoints.full-live-swap.tier-standard-cheaper', standard < pro, {
          expected: `standard for less than ${pro}`,
          actual: standard,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'full-live-swap.tiers-same-request',
    title: 'a request that is good for one tier is good for the other',
    clauses: ['endpoints.full-live-swap.tiers-same-request'],
    profile: 'smoke',
    run: async (t) => {
      for (const body of isQuick(t)
        ? [{}]
        : [
            { duration_minutes: 1 },
            { duration_minutes: limits.liveSwapMinutesMax },
            { duration_minutes: 2, prompt: 'A statue of marble.' },
          ]) {
        const answers = new Map<Tier, Exchange>();
        for (const tier of tiers) {
          const exchange = await sessionOf(t, liveSwap, { ...body, tier });
          isAccepted(t, exchange);
          answers.set(tier, exchange);
        }
        const both = [...answers.values()];
        if (!both.some(isSuccess)) {
          t.tried();
          continue;
        }
        t.expect('endpoints.full-live-swap.tiers-same-request', both.every(isSuccess), {
          expected: `${JSON.stringify(body)} to be accepted in both tiers`,
          at: both.filter((one) => !isSuccess(one)),
        });
      }
    },
  }),
  check({
    id: 'full-live-swap.no-stop-endpoint',
    title: 'no method of the session path stops a session',
    clauses: ['endpoints.full-live-swap.no-stop-endpoint'],
    profile: 'smoke',
    run: async (t) => {
      const account = await t.main();
      const session = await plain(t, liveSwap);
      const id = memberOf(session.answer?.json, 'session_id');
      const base = `${t.target.baseUrl}/full-live-swap/session`;
      const attempts = [
        ['DELETE', base],
        ['POST', `${base}/stop`],
        ['DELETE', `${base}/${String(id)}`],
        ['POST', `${base}/${String(id)}/stop`],
      ] as const;
      for (const [method, url] of isQuick(t) ? attempts.slice(0, 2) : attempts) {
        const exchange = await t.send(
          { method, url, headers: { authorization: `Bearer ${account.key}` }, body: undefined },
          undefined,
          'unknown-route',
        );
        if (exchange.answer === undefined) {
          t.tried();
          continue;
        }
        // The path is known, its method is not.
        if (url === base) t.run.observe('unknown-route', exchange.answer.status === 405 ? '405' : '404');
        t.expect('endpoints.full-live-swap.no-stop-endpoint', exchange.answer.status >= 400, {
          expected: `${method} ${new URL(url).pathname} to be refused`,
          at: exchange,
          gaps: ['unknown-route'],
        });
      }
    },
  }),
  check({
    id: 'voice-session.profiles-from-voices',
    title: 'POST /voice/session takes every voice that GET /voices lists',
    clauses: ['endpoints.voice-session.voice-profile-id-from-voices'],
    profile: 'smoke',
    run: async (t) => {
      await wantPlain(t, voice);
      const ids = await voiceIds(t);
      for (const id of isQuick(t) ? ids.slice(0, 1) : ids) {
        const exchange = await sessionOf(t, voice, { voice_profile_id: id });
        t.expect('endpoints.voice-session.voice-profile-id-from-voices', isAccepted(t, exchange), {
          expected: `the voice ${id} to be accepted`,
          at: exchange,
        });
      }
    },
  }),
];

const isSession = (exchange: Exchange): boolean => {
  const { json } = exchange.answer ?? {};
  return isObject(json) && 'session_id' in json;
};

const expectSeconds = (
  t: Trial,
  clause: 'endpoints.full-live-swap.duration-sets-hard-stop' | 'endpoints.voice-session.duration-sets-hard-stop',
  exchange: Exchange,
  minutes: number,
): void => {
  const seconds = memberOf(exchange.answer?.json, 'max_duration_sec');
  if (!isSuccess(exchange) || seconds === undefined) return t.tried();
  t.expect(clause, seconds === minutes * 60, { expected: `max_duration_sec of ${minutes * 60}`, at: exchange });
};

type Minutes = { readonly duration_minutes?: number };

/** Lengths for which tiers are compared: a minute and a longer one, or the usual one. */
const minutesOfTiers = (t: Trial, long: number): readonly Minutes[] =>
  isQuick(t) ? [{}] : [{ duration_minutes: 1 }, { duration_minutes: long }];

/** What so many minutes of each tier may cost. */
const ceilings = async (
  t: Trial,
  minutes: Minutes,
): Promise<{ readonly pro: number; readonly standard: number; readonly exchange: Exchange }> => {
  const pro = await accepted(t, liveSwap, { ...minutes, tier: 'pro' });
  const standard = await accepted(t, liveSwap, { ...minutes, tier: 'standard' });
  return {
    pro: t.wanted(numberIn(pro, 'max_cost_usd'), 'a max_cost_usd', pro),
    standard: t.wanted(numberIn(standard, 'max_cost_usd'), 'a max_cost_usd', standard),
    exchange: standard,
  };
};
