/** The two tiers of Full Live Swap: alike on the socket, never one for the other, each with a price of its own. */
import { tiers } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { type Session, pro, standard, createSession, ceilingMicros } from '../probes/sessions.ts';
import { streamed } from '../probes/streams.ts';
import { transcript } from '../probes/transcripts.ts';
import { memberOf } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { evidence, plansOf } from './session-billing.ts';

export const sessionTierChecks: readonly Check[] = [
  check({
    id: 'full-live-swap.tiers-same-socket',
    title: 'the sockets of both tiers are let in and closed in the same way',
    clauses: ['endpoints.full-live-swap.tiers-same-socket'],
    needs: ['spend'],
    run: async (t) => {
      const [one, other] = [await transcript(t, pro), await transcript(t, standard)];
      t.expect('endpoints.full-live-swap.tiers-same-socket', one.status === other.status, {
        expected: 'both sockets to be let in',
        actual: `status ${one.status} for pro, ${other.status} for standard`,
        at: [one.session, other.session],
      });
      if (one.code === undefined || other.code === undefined) t.tried();
      else
        t.expect('endpoints.full-live-swap.tiers-same-socket', one.code === other.code, {
          expected: 'the close of the client to be answered alike',
          actual: `close code ${one.code} for pro, ${other.code} for standard`,
          at: [one.session, other.session],
        });
    },
  }),
  check({
    id: 'full-live-swap.tiers-same-frames',
    title: 'the same message meets the same kinds of frames in both tiers',
    clauses: ['endpoints.full-live-swap.tiers-same-frames'],
    needs: ['spend'],
    run: async (t) => {
      const [one, other] = [await transcript(t, pro), await transcript(t, standard)];
      t.wanted(one.status === 101 && other.status === 101 ? one : undefined, 'sockets that open in both tiers');
      // How many frames come in a moment is a matter of time; what they are like is not.
      const [first, second] = [kindsOf(one.says), kindsOf(other.says)];
      t.expect('endpoints.full-live-swap.tiers-same-frames', first === second, {
        expected: 'frames that look alike',
        actual: `${first} from pro, ${second} from standard`,
        at: [one.session, other.session],
        gaps: ['live-swap-frames'],
      });
    },
  }),
  check({
    id: 'full-live-swap.tier-not-swapped-when-gone',
    title: 'a tier whose engine is gone is refused, and not given from the other',
    clauses: ['endpoints.full-live-swap.tier-never-substituted'],
    needs: ['control'],
    run: async (t) => {
      const account = await t.main();
      for (const tier of tiers) {
        for (const body of tier === 'pro' ? [{ tier }, {}] : [{ tier }]) {
          await t.control.setCapacity({ tiers: { [tier]: false } });
          let exchange: Exchange;
          try {
            exchange = await t.call(account, 'createLiveSwapSession', {
              body: { duration_minutes: 1, ...body },
              breaks: 'capacity',
            });
          } finally {
            await t.control.setCapacity({ tiers: { [tier]: true } });
          }
          t.expect('endpoints.full-live-swap.tier-never-substituted', !isSuccess(exchange), {
            expected: `no session while the engine of ${tier} is gone`,
            at: exchange,
          });
        }
      }
    },
  }),
  check({
    id: 'full-live-swap.tier-recorded-as-asked',
    title: 'a session is recorded under its own tier',
    clauses: ['endpoints.full-live-swap.tier-never-substituted'],
    needs: ['spend'],
    run: async (t) => {
      for (const [session, other] of [
        [pro, standard],
        [standard, pro],
      ] as const) {
        const { record, session: exchange, usage } = await streamed(t, session, plansOf(t).short);
        const feature = memberOf(record, 'feature');
        if (feature === undefined) t.tried();
        else
          t.expect('endpoints.full-live-swap.tier-never-substituted', feature !== other.feature, {
            expected: `a session of ${session.name}`,
            actual: record,
            at: [exchange, usage],
            gaps: ['feature-names'],
          });
      }
    },
  }),
  check({
    id: 'full-live-swap.tier-charged-as-asked',
    title: 'equal streams cost less in the tier standard than in pro',
    clauses: ['endpoints.full-live-swap.tier-standard-cheaper'],
    needs: ['spend'],
    run: async (t) => {
      const { long } = plansOf(t);
      const [dear, cheap] = [await streamed(t, pro, long), await streamed(t, standard, long)];
      // Without a charge there is nothing to compare: others see that.
      t.wanted(dear.chargedMicros > 0 && cheap.chargedMicros > 0 ? dear : undefined, 'streams that are charged');
      t.wanted(
        dear.isTalked && cheap.isTalked ? dear : undefined,
        'streams whose time is billed whatever it is counted by',
      );
      t.expect('endpoints.full-live-swap.tier-standard-cheaper', cheap.chargedMicros < dear.chargedMicros, {
        expected: `less than ${dear.chargedMicros / 1e6} USD for ${cheap.says}`,
        actual: `${cheap.chargedMicros / 1e6} USD`,
        at: evidence(dear, cheap),
      });
    },
  }),
  check({
    id: 'rate-card.negotiated-rate-per-tier',
    title: 'a rate agreed for one tier changes nothing in the other',
    clauses: ['resources.rate-card.negotiated-rate-per-tier'],
    needs: ['control', 'spend'],
    run: async (t) => {
      for (const [agreed, other] of [
        [pro, standard],
        [standard, pro],
      ] as const) {
        const usual = await priceOf(t, {}, other);
        const beside = await priceOf(t, { [agreed.feature]: 0.0013 }, other);
        t.expect('resources.rate-card.negotiated-rate-per-tier', beside.ceiling === usual.ceiling, {
          expected: `max_cost_usd of ${usual.ceiling / 1e6} for ${other.name}, as without the rate agreed for ${agreed.name}`,
          actual: beside.ceiling / 1e6,
          at: [usual.session, beside.session],
        });
        t.expect('resources.rate-card.negotiated-rate-per-tier', isSameRate(beside, usual), {
          expected: `a charge of about ${usual.charged / 1e6} USD for ${other.name}, as without the rate agreed for ${agreed.name}`,
          actual: `${beside.charged / 1e6} USD`,
          at: [usual.session, beside.session],
        });
      }
    },
  }),
];

const kindsOf = (says: readonly string[]): string => [...new Set(says)].join(', ') || 'nothing';

type Price = {
  readonly session: Exchange;
  readonly ceiling: number;
  readonly charged: number;
  /** How long the stream was open: a clock that runs by itself goes on while we ask. */
  readonly seconds: { readonly least: number; readonly most: number };
};

/** One rate explains both charges, whatever second each was counted to. */
const isSameRate = (one: Price, other: Price): boolean =>
  one.charged * other.seconds.least <= other.charged * one.seconds.most &&
  other.charged * one.seconds.least <= one.charged * other.seconds.most;

/** What some 100 seconds of a tier cost an account with such rates. */
const priceOf = async (t: Trial, rates: object, kind: Session): Promise<Price> => {
  const account = await t.made(1_000, { rates });
  const session = await createSession(t, account, kind, 2);
  const before = await t.balance(account);
  const connecting = await t.run.lookAtClock();
  const stream = await t.connect(session);
  t.wanted(stream.status === 101 ? stream : undefined, 'a socket that opens', session);
  const connected = await t.run.lookAtClock();
  await t.run.pass(100);
  const closing = await t.run.lookAtClock();
  await stream.close();
  const closed = await t.run.lookAtClock();
  await t.until(async () => (await t.balance(account)).leftMicros < before.leftMicros, 15);
  const after = await t.balance(account);
  return {
    session,
    ceiling: ceilingMicros(t, session),
    charged: before.leftMicros - after.leftMicros,
    // A second that has begun may count or not.
    seconds: { least: Math.floor((closing - connected) / 1_000), most: Math.ceil((closed - connecting) / 1_000) + 1 },
  };
};
