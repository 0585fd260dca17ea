/** Rates: that calls are charged as the rate card says, and voice clones by their characters. */
import { type Feature, type Tier, tierFeature, tiers } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { billedJob, chargedOf, paid } from '../probes/billing.ts';
import { pricingAnswer } from '../probes/reads.ts';
import { microsOf, numberIn } from '../reading/members.ts';
import { type Price, priceIn } from '../reading/rate-card.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { isBrief, someOf } from '../sample.ts';

/** A charge may be rounded to a cent (gap `usd-rounding`). */
const centMicros = 10_000;
const usd = (micros: number): string => `${micros / 1e6} USD`;

type Cloned = {
  readonly characters: number;
  readonly micros: number;
  readonly exchanges: readonly Exchange[];
};

/**
 * What a script costs. Where the judge makes accounts, it costs a lot there, so that a cent of rounding hides nothing: 10 USD for each 1,000 characters.
 */
const clonePrice = (t: Trial, script: string, rate: 'own' | 'list'): Promise<Cloned> =>
  t.once(async (actor) => {
    const { control } = actor.target;
    const account = await actor.run.once(
      async (one) =>
        control === undefined
          ? one.main()
          : one.made(100_000, rate === 'own' ? { rates: { voice_clone: dearUsd } } : {}),
      `account that clones at its ${rate} rate`,
    );
    const one = await billedJob(actor, account, 'voice-clone', undefined, { body: { script } });
    const micros = chargedOf(one);
    if (one.job.status !== 'succeeded' || Number.isNaN(micros)) {
      actor.wanted(undefined, 'a voice clone that succeeds and tells its price', one.job.end);
    }
    return { characters: script.length, micros, exchanges: [one.job.acknowledgement, one.job.end] };
  }, `clone at the ${rate} rate: ${script}`);

const dearUsd = 10;

/** Words of about so many characters, of the Basic Multilingual Plane: there every unit counts the same (gap `text-unit`). */
const text = (characters: number, word = 'A clear voice reads these words aloud. '): string =>
  word.repeat(Math.ceil(characters / word.length)).slice(0, characters - 1) + '.';

/** What a script costs after the rate card. Undecided where that does not tell it. */
const cardPrice = async (t: Trial, feature: Feature): Promise<Price> => {
  const exchange = await t.once(pricingAnswer);
  t.wanted(isSuccess(exchange) ? exchange : undefined, 'a rate card', exchange);
  const price = priceIn(exchange.answer?.json, feature);
  return (
    price ?? t.undecided('rate-card-fields', `the rate card tells no price of ${feature} that can be read`, exchange)
  );
};

const near = (micros: number, wanted: number): boolean => Math.abs(micros - wanted) <= centMicros + 1;

export const rateChecks: readonly Check[] = [
  check({
    id: 'voice-clone.price-by-characters',
    title: 'twice the characters of a voice clone cost twice as much, whatever they are and however long they sound',
    clauses: ['endpoints.voice-clone.price-by-characters'],
    needs: ['spend'],
    run: async (t) => {
      const usual = await clonePrice(t, text(1_000), 'own');
      const each = usual.micros / usual.characters;
      const scripts: readonly (readonly [string, string])[] = [
        ['twice as many', text(2_000)],
        ['half as many again', text(1_500)],
        ['as many, in one word', text(1_000, 'aaaaaaaaaa')],
        ['as many, mostly white space', text(1_000, 'I    \n     ')],
        ['as many that are no ASCII', text(1_000, 'Größe und Höhe, 声音很清楚。 ')],
        ['as many, in digits', text(1_000, '7 ')],
        ['one tenth', text(100)],
      ];
      for (const [says, script] of t.target.control === undefined
        ? scripts.slice(0, 3)
        : someOf(t.run, scripts, 2, 'scripts')) {
        const other = await clonePrice(t, script, 'own');
        // Both may be rounded.
        const allowed = centMicros * (1 + other.characters / usual.characters) + 1;
        t.expect(
          'endpoints.voice-clone.price-by-characters',
          Math.abs(other.micros - each * other.characters) <= allowed,
          {
            expected: `${usd(Math.round(each * other.characters))} for ${other.characters} characters, ${says}: ${usual.characters} cost ${usd(usual.micros)}`,
            actual: usd(other.micros),
            at: [...usual.exchanges, ...other.exchanges],
            gaps: ['usd-rounding', 'text-unit'],
          },
        );
      }
    },
  }),
  check({
    id: 'voice-clone.price-at-rate-card',
    title: 'a voice clone costs its characters, divided by 1,000, times the rate on the card',
    clauses: ['endpoints.voice-clone.price-at-rate-card'],
    needs: ['spend'],
    run: async (t) => {
      const price = await cardPrice(t, 'voice_clone');
      if (price.unit !== '1000_characters')
        t.undecided('rate-card-fields', 'the rate of a voice clone has another unit');
      for (const characters of t.target.control === undefined || isBrief(t.run) ? [1_500] : [1_500, 30_000]) {
        const clone = await clonePrice(t, text(characters), 'list');
        t.expect('endpoints.voice-clone.price-at-rate-card', near(clone.micros, price.usd * 1_000 * characters), {
          expected: `${usd(price.usd * 1_000 * characters)} for ${characters} characters`,
          actual: usd(clone.micros),
          at: [await t.once(pricingAnswer), ...clone.exchanges],
          gaps: ['usd-rounding', 'rate-card-fields'],
        });
      }
    },
  }),
  check({
    id: 'charges.no-minimum',
    title: 'a voice clone of a few characters costs no more than they do',
    clauses: ['service.no-minimum'],
    needs: ['spend'],
    run: async (t) => {
      const usual = await clonePrice(t, text(1_000), 'own');
      for (const characters of [2, 10]) {
        const small = await clonePrice(t, text(characters), 'own');
        const share = (usual.micros / usual.characters) * characters;
        t.expect('service.no-minimum', small.micros <= share + 2 * centMicros, {
          expected: `${usd(Math.round(share))} for ${characters} characters: ${usual.characters} cost ${usd(usual.micros)}`,
          actual: usd(small.micros),
          at: [...usual.exchanges, ...small.exchanges],
          gaps: ['usd-rounding'],
        });
      }
    },
  }),
  check({
    id: 'pricing.live-rates-of-jobs',
    title: 'an image and a voice clone are charged at the rates of GET /pricing',
    clauses: ['endpoints.pricing.live-rates'],
    needs: ['spend'],
    run: async (t) => {
      const image = await cardPrice(t, 'face_swap_image');
      for (const one of await paid(t)) {
        const charged = chargedOf(one);
        // By what other jobs are priced is open (gap job-price-basis).
        if (one.endpoint !== 'face-swap-image' || image.unit !== 'image' || Number.isNaN(charged)) continue;
        t.expect('endpoints.pricing.live-rates', near(charged, image.usd * 1e6), {
          expected: `${usd(image.usd * 1e6)} for an image`,
          actual: usd(charged),
          at: [await t.once(pricingAnswer), one.job.acknowledgement, one.job.end],
          gaps: ['usd-rounding', 'rate-card-fields'],
        });
      }
      const text1500 = await clonePrice(t, text(1_500), 'list');
      const { unit, usd: rate } = await cardPrice(t, 'voice_clone');
      if (unit !== '1000_characters') return t.tried();
      t.expect('endpoints.pricing.live-rates', near(text1500.micros, rate * 1_500 * 1_000), {
        expected: `${usd(rate * 1_500 * 1_000)} for 1,500 characters`,
        actual: usd(text1500.micros),
        at: [await t.once(pricingAnswer), ...text1500.exchanges],
        gaps: ['usd-rounding', 'rate-card-fields'],
      });
    },
  }),
  check({
    id: 'pricing.live-rates-of-sessions',
    title: 'the ceiling of a session covers its minutes at the rates of GET /pricing',
    clauses: ['endpoints.pricing.live-rates'],
    run: async (t) => {
      const account = await t.main();
      const pricing = await t.once(pricingAnswer);
      const minutes = 30;
      for (const [feature, operation, body] of [
        ['full_live_swap', 'createLiveSwapSession', { duration_minutes: minutes, tier: 'pro' }],
        ['full_live_swap_standard', 'createLiveSwapSession', { duration_minutes: minutes, tier: 'standard' }],
        ['voice_changer', 'createVoiceSession', { duration_minutes: minutes }],
      ] as const) {
        const { unit, usd: rate } = await cardPrice(t, feature);
        if (unit !== 'second' && unit !== 'minute')
          t.undecided('rate-card-fields', `the rate of ${feature} has another unit`);
        const session = await t.call(account, operation, { body });
        const ceiling = numberIn(session, 'max_cost_usd');
        if (ceiling === undefined) {
          t.tried();
          continue;
        }
        const least = rate * minutes * (unit === 'second' ? 60 : 1) * 1e6;
        // Any amount from the price on is a ceiling (gap ceiling-amount).
        t.expect('endpoints.pricing.live-rates', microsOf(ceiling) >= Math.floor(least) - centMicros, {
          expected: `a ceiling of ${usd(least)} at least for ${minutes} minutes of ${feature}`,
          actual: `${ceiling} USD`,
          at: [pricing, session],
          gaps: ['ceiling-amount', 'rate-card-fields'],
        });
      }
    },
  }),
  check({
    id: 'pricing.negotiated-rate-per-tier',
    title: 'a rate that was agreed for one tier leaves the price of the other as it was',
    clauses: ['resources.rate-card.negotiated-rate-per-tier'],
    needs: ['control'],
    run: async (t) => {
      const usual = await t.made(10_000);
      for (const tier of tiers) {
        const other: Tier = tier === 'pro' ? 'standard' : 'pro';
        const agreed = await t.made(10_000, { rates: { [tierFeature[tier]]: 0.05 } });
        const [before, after] = [await ceiling(t, usual, other), await ceiling(t, agreed, other)];
        t.expect('resources.rate-card.negotiated-rate-per-tier', before.micros === after.micros, {
          expected: `a ceiling of ${usd(before.micros)} for ${other}, though ${tier} has a rate of its own`,
          actual: usd(after.micros),
          at: [before.exchange, after.exchange],
        });
        const [list, own] = [await ceiling(t, usual, tier), await ceiling(t, agreed, tier)];
        t.expect('resources.rate-card.negotiated-rate-per-tier', list.micros !== own.micros, {
          expected: `a ceiling for ${tier} at its agreed rate`,
          actual: usd(own.micros),
          at: [list.exchange, own.exchange],
        });
      }
    },
  }),
];

const ceiling = async (
  t: Trial,
  account: Awaited<ReturnType<Trial['main']>>,
  tier: Tier,
): Promise<{ readonly micros: number; readonly exchange: Exchange }> => {
  const exchange = await t.call(account, 'createLiveSwapSession', { body: { duration_minutes: 30, tier } });
  const micros = t.wanted(numberIn(exchange, 'max_cost_usd'), 'a session with max_cost_usd', exchange) * 1e6;
  return { micros: Math.round(micros), exchange };
};
