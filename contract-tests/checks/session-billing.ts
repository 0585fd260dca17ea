/** What sessions cost: nothing before they are connected, then the seconds that they stream, and never more than their ceiling. */
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { contradiction, toldOfBilled } from '../money/one-rate.ts';
import { createdOnly, neverConnected } from '../probes/unconnected.ts';
import { type Session, type SessionFamily, families } from '../probes/sessions.ts';
import { type StreamPlan, type Streamed, streamed } from '../probes/streams.ts';
import { memberOf, microsOf } from '../reading/members.ts';
import { few, someOf } from '../sample.ts';
import type { Trial } from '../trial.ts';

/** Streams of different lengths. Where the judge cannot move the clock, each costs real seconds and real money. */
export const plansOf = ({ target: { control } }: Trial): { readonly [name in 'short' | 'idle' | 'long']: StreamPlan } =>
  control === undefined
    ? {
        short: { minutes: 1, seconds: 5, watchSeconds: 5 },
        idle: { minutes: 1, seconds: 5, idleSeconds: 20 },
        long: { minutes: 1, seconds: 20 },
      }
    : {
        short: { minutes: 5, seconds: 20, watchSeconds: 30 },
        idle: { minutes: 5, seconds: 20, idleSeconds: 45 },
        long: { minutes: 5, seconds: 100.5 },
      };

/** Those that cost nothing but time where the clock can be moved. */
export const morePlans: readonly StreamPlan[] = [
  { minutes: 2, seconds: 0.3 },
  { minutes: 10, seconds: 61 },
  { minutes: 5, seconds: 30, knocksAgain: true },
  { minutes: 5, seconds: 20, ends: 'cut' },
];

/** They wait for their hard stop. */
export const cappedPlans: readonly StreamPlan[] = [
  { minutes: 1, seconds: Infinity, idleSeconds: 45 },
  { minutes: 3, seconds: Infinity, isSilent: true },
];

export const sessionBillingChecks: readonly Check[] = families.flatMap((family): readonly Check[] => {
  const { states, resource, title } = family;
  const clause = (word: string) => clauseNamed(`states.${states}.${word}`);
  return [
    check({
      id: `${states}.creation-debits-nothing`,
      title: `creating a ${title} session takes nothing from the balance`,
      clauses: [clause('creation-debits-nothing')],
      profile: 'smoke',
      run: async (t) => {
        for (const session of few<Session>(t.run, family.sessions, 1)) {
          for (const { before, created, exchange } of await createdOnly(t, session)) {
            t.expect(clause('creation-debits-nothing'), isWhole(before, created), {
              expected: 'the balance of before, and nothing more spent',
              actual: fell(before, created),
              at: [before.exchange, exchange, created.exchange],
            });
          }
        }
      },
    }),
    check({
      id: `${states}.unstarted-costs-nothing`,
      title: `a ${title} session that nobody connects to costs nothing, however long it waits`,
      clauses: [clause('unstarted-costs-nothing')],
      needs: ['long-time'],
      run: async (t) => {
        for (const session of family.sessions) {
          const { before, after, sessions, charged, usage } = await neverConnected(t, session);
          t.expect(clause('unstarted-costs-nothing'), isWhole(before, after), {
            expected: 'the balance of before, and nothing more spent',
            actual: fell(before, after),
            at: [before.exchange, ...sessions, after.exchange],
            gaps: ['no-stream-status', 'no-stream-time'],
          });
          t.expect(clause('unstarted-costs-nothing'), charged === undefined, {
            expected: 'no charge in the usage log',
            actual: charged,
            at: [...sessions, usage],
            gaps: ['no-stream-status', 'no-stream-time'],
          });
        }
      },
    }),
    check({
      id: `${states}.connect-starts-stream`,
      title: `the stream of a ${title} session runs once its socket is connected`,
      clauses: [clause('connect-starts-stream')],
      needs: ['spend'],
      run: async (t) => {
        for (const one of await all(t, family, ['long'])) {
          t.expect(clause('connect-starts-stream'), one.isGreeted, {
            expected: 'the first message of the stream',
            actual: 'a socket that says nothing',
            at: one.session,
          });
          t.expect(clause('connect-starts-stream'), memberOf(one.record, 'reason') !== 'no_stream', {
            expected: `a session that streamed, recorded after ${one.says}`,
            actual: one.record,
            at: [one.session, one.usage],
          });
        }
      },
    }),
    check({
      id: `${states}.connect-starts-billing`,
      title: `the time that a ${title} session waits for its socket is not billed`,
      clauses: [clause('connect-starts-billing')],
      needs: ['spend'],
      run: async (t) => {
        for (const session of family.sessions) {
          const plans = plansOf(t);
          const atOnce = await streamed(t, session, plans.short);
          const late = await streamed(t, session, plans.idle);
          t.expect(clause('connect-starts-billing'), isWhole(late.before, late.idled), {
            expected: 'nothing taken before the connect',
            actual: fell(late.before, late.idled),
            at: [late.before.exchange, late.session, late.idled.exchange],
          });
          // Each may be rounded to a second and to a cent.
          const seconds = Math.ceil(late.secondsMost) - Math.floor(atOnce.secondsLeast) + 1;
          const most = atOnce.chargedMicros + late.secondMicrosMax * seconds + 20_000;
          if (!isSettled(atOnce) || !isSettled(late)) t.tried();
          else
            t.expect(clause('connect-starts-billing'), late.chargedMicros <= most, {
              expected: `about the same for two streams of ${plans.short.seconds} s, one of which was connected ${plans.idle.idleSeconds ?? 0} s after the call`,
              actual: `${toldOfBilled(atOnce)}, ${toldOfBilled(late)}`,
              at: evidence(atOnce, late),
              gaps: ['session-rounding'],
            });
        }
      },
    }),
    check({
      id: `${states}.close-settles`,
      title: `a ${title} session that its client closed is settled without a further call`,
      clauses: [clause('close-settles')],
      needs: ['spend'],
      run: async (t) => {
        for (const one of await all(t, family, ['short', 'long'])) {
          t.wanted(one.wasOpen ? one : undefined, 'a stream that its client can close', one.session);
          // Of time in which nothing was sent, it is open whether it is billed (gap session-clock).
          const holds = one.isTalked && one.secondsLeast >= 2 ? one.chargedMicros > 0 : isSettled(one);
          if (one.ceilingMicros === 0) t.tried();
          else
            t.expect(clause('close-settles'), holds, {
              expected: `a charge for ${one.says} within a few seconds of the close`,
              actual: toldOfBilled(one),
              at: evidence(one),
              gaps: ['session-settle-delay', 'session-clock'],
            });
        }
      },
    }),
    check({
      id: `${states}.billed-per-second`,
      title: `${title} streams cost by the seconds that they last, whatever was funded`,
      clauses: [clause('billed-per-second')],
      needs: ['spend'],
      run: async (t) => {
        for (const session of family.sessions) {
          const streams = (await everyStream(t, { ...family, sessions: [session] })).filter(isSettled);
          const [first] = streams;
          t.wanted(first, 'a stream that is settled');
          if (first === undefined) continue;
          const found = contradiction(streams, Math.max(...streams.map((one) => one.secondMicrosMax)));
          const both = found && [found.tooDear, ...(found.tooCheap === undefined ? [] : [found.tooCheap])];
          const shown = streams.filter((one) => both?.includes(one));
          t.expect(clause('billed-per-second'), found === undefined, {
            expected: `one price of a second that explains all charges, and is at most ${(first.secondMicrosMax / 1e6).toFixed(6)} USD`,
            actual: shown.map(toldOfBilled).join(', '),
            at: evidence(...shown),
            gaps: ['session-rounding', 'usd-rounding', 'session-clock', 'dropped-connection'],
          });
        }
      },
    }),
    check({
      id: `${resource}.max-cost-usd-ceiling`,
      title: `no ${title} session costs more than its max_cost_usd`,
      clauses: [clauseNamed(`resources.${resource}.max-cost-usd-ceiling`)],
      needs: ['spend'],
      run: async (t) => {
        for (const one of await everyStream(t, family)) {
          const clauseId = clauseNamed(`resources.${resource}.max-cost-usd-ceiling`);
          const recorded = microsOf(memberOf(one.record, 'charged_usd'));
          const charged = Math.max(one.chargedMicros, Number.isNaN(recorded) ? 0 : recorded);
          t.expect(clauseId, charged <= one.ceilingMicros, {
            expected: `at most ${one.ceilingMicros / 1e6} USD for ${one.says}`,
            actual: `${charged / 1e6} USD`,
            at: evidence(one),
          });
        }
      },
    }),
  ];
});

const all = async (
  t: Trial,
  { sessions }: Pick<SessionFamily, 'sessions'>,
  names: readonly ('short' | 'idle' | 'long')[],
): Promise<readonly Streamed[]> => {
  const streams: Streamed[] = [];
  const plans = plansOf(t);
  for (const session of sessions) for (const name of names) streams.push(await streamed(t, session, plans[name]));
  return streams;
};

/** All that can be had at this target in this profile. */
export const everyStream = async (t: Trial, family: Pick<SessionFamily, 'sessions'>): Promise<readonly Streamed[]> => {
  const streams = [...(await all(t, family, ['short', 'idle', 'long']))];
  if (t.target.control === undefined) return streams;
  for (const session of family.sessions) {
    for (const plan of someOf(t.run, [...morePlans, ...cappedPlans], 2, 'streams'))
      streams.push(await streamed(t, session, plan));
  }
  return streams;
};

type Moment = { readonly leftMicros: number; readonly spentMicros: number };

/** Nothing was taken. More may be there: something else may have been refunded meanwhile. */
const isWhole = (before: Moment, after: Moment): boolean =>
  after.leftMicros >= before.leftMicros && after.spentMicros <= before.spentMicros;

const fell = (before: Moment, after: Moment): string =>
  `balance_usd from ${before.leftMicros / 1e6} to ${after.leftMicros / 1e6}, total_spent_usd from ${before.spentMicros / 1e6} to ${after.spentMicros / 1e6}`;

/** Something was seen of its bill. */
const isSettled = ({ record, chargedMicros }: Streamed): boolean => record !== undefined || chargedMicros !== 0;

export const evidence = (...streams: readonly Streamed[]) =>
  streams.flatMap(({ before, session, usage, after }) => [before.exchange, session, usage, after.exchange]);
