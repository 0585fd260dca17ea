/** Balance, usage, usage summary and rate card. The last two are our layout: the document shows none (`layouts.ts` has other ones). */
import { Type, type Static } from 'typebox';
import { usageReasons } from '../vocabulary.ts';

const usd = (description: string, example: number) => Type.Number({ description, examples: [example] });

export const Balance = Type.Object(
  {
    balance_usd: usd('What is left to spend, in USD.', 87.5),
    total_spent_usd: usd('Spent since the account exists, net of refunds.', 12.5),
    total_topped_up_usd: usd('Topped up since the account exists.', 100),
    spent_this_week_usd: usd('Spent in the current week.', 2.5),
    spent_this_month_usd: usd('Spent in the current month.', 7.25),
    spent_this_year_usd: usd('Spent in the current year.', 12.5),
  },
  { title: 'Balance', description: 'The prepaid balance and what has moved it.' },
);
export type Balance = Static<typeof Balance>;

export const UsageRecord = Type.Object(
  {
    id: Type.String({ description: 'Record identifier.', examples: ['use_a1_2p7t5r9j'] }),
    endpoint: Type.String({ description: 'Name of the endpoint called.', examples: ['lip-sync'] }),
    feature: Type.String({ description: 'Feature identifier, a key of the rate card.', examples: ['lip_sync'] }),
    status: Type.String({ description: 'Outcome of the call.', examples: ['succeeded'] }),
    charged_usd: usd('Amount charged, in USD.', 0.36),
    reason: Type.Union([Type.Enum([...usageReasons]), Type.Null()], {
      description: 'Explains the record; its presence does not mean failure.',
      examples: [null],
    }),
    created_at: Type.String({
      description: 'ISO 8601 UTC timestamp.',
      format: 'date-time',
      examples: ['2026-01-01T00:00:00.000Z'],
    }),
  },
  { title: 'UsageRecord', description: 'One call and what it cost.' },
);
export type UsageRecord = Static<typeof UsageRecord>;

export const Usage = Type.Array(UsageRecord, { title: 'Usage', description: 'Usage records, capped by `limit`.' });
export type Usage = Static<typeof Usage>;

export const totals = {
  count: Type.Integer({ description: 'Number of usage records.', examples: [42] }),
  charged_usd: usd('Sum of what they were charged.', 12.5),
};

export const UsageSummary = Type.Object(
  {
    from: Type.Union([Type.String(), Type.Null()], { description: 'As asked, or null.', examples: [null] }),
    to: Type.Union([Type.String(), Type.Null()], { description: 'As asked, or null.', examples: [null] }),
    count: totals.count,
    charged_usd: totals.charged_usd,
    features: Type.Record(Type.String(), Type.Object(totals), {
      description: 'The same totals for each feature that was used.',
      examples: [{ lip_sync: { count: 42, charged_usd: 12.5 } }],
    }),
  },
  { title: 'UsageSummary', description: 'Totals over the whole history, not over the capped log.' },
);
export type UsageSummary = Static<typeof UsageSummary>;

export const rateUnits = ['second', 'image', '1000_characters'] as const;

export const Rate = Type.Object(
  {
    unit: Type.Enum([...rateUnits], { description: 'What is counted.', examples: ['second'] }),
    usd: usd('Price of one unit, in USD.', 0.03),
    usd_by_resolution: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Price of one unit by resolution, where it depends on it.',
        examples: [{ '480': 0.02, '720': 0.03, '1080': 0.05 }],
      }),
    ),
  },
  { title: 'Rate', description: 'Price of a feature.' },
);
export type Rate = Static<typeof Rate>;

export const RateCard = Type.Record(Type.String(), Rate, {
  title: 'RateCard',
  description: 'Rates keyed by feature.',
  examples: [
    { full_live_swap: { unit: 'second', usd: 0.005 }, full_live_swap_standard: { unit: 'second', usd: 0.0025 } },
  ],
});
export type RateCard = Static<typeof RateCard>;
