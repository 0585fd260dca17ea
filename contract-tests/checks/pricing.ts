/** The rate card: who may read it, and what it is keyed by. Its layout is open (gaps `pricing-body` and `rate-card-fields`). */
import { type Check, check } from '../check.ts';
import { entryOf } from '../money/rates.ts';
import { pricingAnswer } from '../probes/reads.ts';
import { features } from '../../spec/vocabulary.ts';
import { isSuccess } from '../wire/exchange.ts';

export const pricingChecks: readonly Check[] = [
  check({
    id: 'pricing.public',
    title: 'GET /pricing answers a request without a key',
    clauses: ['authentication.pricing-public'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(pricingAnswer);
      t.expect('authentication.pricing-public', isSuccess(exchange), { expected: 'a success', at: exchange });
    },
  }),
  ...(
    [
      ['pro-key', 'full_live_swap'],
      ['standard-key', 'full_live_swap_standard'],
    ] as const
  ).map(([word, feature]) => {
    const clause = `resources.rate-card.${word}` as const;
    return check({
      id: `pricing.${word}`,
      title: `the rate card has an entry ${feature}`,
      clauses: [clause],
      profile: 'smoke',
      run: async (t) => {
        const exchange = await t.once(pricingAnswer);
        t.wanted(isSuccess(exchange) ? exchange : undefined, 'a rate card', exchange);
        t.expect(clause, entryOf(exchange.answer?.json, feature) !== undefined, {
          expected: `an entry ${feature}`,
          at: exchange,
          gaps: ['pricing-body', 'rate-card-fields'],
        });
      },
    });
  }),
  check({
    id: 'pricing.keyed-by-feature',
    title: 'each entry of the rate card belongs to one feature',
    clauses: ['resources.rate-card.keyed-by-feature'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(pricingAnswer);
      t.wanted(isSuccess(exchange) ? exchange : undefined, 'a rate card', exchange);
      const named = features.filter((feature) => entryOf(exchange.answer?.json, feature) !== undefined);
      // Only the two keys of live swap are documented: the other names are open (gap feature-names).
      t.expect('resources.rate-card.keyed-by-feature', named.length >= 2, {
        expected: 'entries that are told by a feature',
        at: exchange,
        gaps: ['pricing-body', 'feature-names'],
      });
    },
  }),
];
