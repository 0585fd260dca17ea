/** Usage logs that do not keep to `limit`, `from` and `to`, and summaries that leave calls out. */
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { presenting } from './ports.ts';

type Members = { readonly [name: string]: unknown };

/** Parameters of the one or the other are read otherwise. */
const asking =
  (operation: 'listUsage' | 'getUsageSummary', change: (query: Members) => Members): (() => Ports) =>
  () => ({
    validate: (next) => (raw) =>
      next(
        raw.operation === operation
          ? {
              ...raw,
              query: Object.fromEntries(Object.entries(change(raw.query)).filter(([, value]) => value !== undefined)),
            }
          : raw,
      ),
  });

const summary = (change: (body: Members) => Members): (() => Ports) => presenting(['getUsageSummary'], change);

const iso = (at: number): string => new Date(at).toISOString();
const hourMs = 3_600_000;

const fullHistory = 'endpoints.usage-summary.full-history';

/** Entries of features that stand in a summary as the mock lays it out, summed anew. */
const summed = (keep: (feature: string) => boolean): (() => Ports) =>
  summary((body) => {
    const features = isObject(body['features']) ? body['features'] : {};
    const kept = Object.entries(features).filter(([feature]) => keep(feature));
    const total = (name: string): number =>
      Math.round(1e6 * kept.reduce((sum, [, entry]) => sum + Number(isObject(entry) ? entry[name] : 0), 0)) / 1e6;
    return { ...body, count: total('count'), charged_usd: total('charged_usd'), features: Object.fromEntries(kept) };
  });

export const usagePeriodDefects: readonly Defect[] = [
  // Limit.
  {
    id: 'usage.limit-ignored',
    does: 'lists a hundred records whatever the limit is',
    clause: 'endpoints.usage.limit-respected',
    also: ['limits.usage-limit-accepts-max'],
    ports: asking('listUsage', (query) => ({ ...query, limit: undefined })),
  },
  {
    id: 'usage.limit-one-more',
    does: 'lists one record more than limit asks for',
    clause: 'endpoints.usage.limit-respected',
    also: ['limits.usage-limit-accepts-max', 'limits.usage-limit-max'],
    ports: asking('listUsage', (query) =>
      typeof query['limit'] === 'number' ? { ...query, limit: Math.min(500, query['limit'] + 1) } : query,
    ),
  },
  {
    id: 'usage.limit-one-less',
    does: 'lists one record less than limit asks for',
    clause: 'endpoints.usage.limit-respected',
    also: ['limits.usage-limit-accepts-max'],
    ports: asking('listUsage', (query) =>
      typeof query['limit'] === 'number' ? { ...query, limit: Math.max(1, query['limit'] - 1) } : query,
    ),
  },
  {
    id: 'usage.limit-at-least-ten',
    does: 'lists ten records at least',
    clause: 'endpoints.usage.limit-respected',
    ports: asking('listUsage', (query) =>
      typeof query['limit'] === 'number' ? { ...query, limit: Math.max(10, query['limit']) } : query,
    ),
  },
  ...(
    [
      [101, 'one more than a hundred'],
      [99, 'one less than a hundred'],
      [50, 'fifty'],
      [500, 'five hundred'],
    ] as const
  ).map(([limit, says]): Defect => ({
    id: `usage.limit-default-${limit}`,
    does: `lists ${says} records where no limit is given`,
    clause: 'limits.usage-limit-default',
    ports: asking('listUsage', (query) => ({ limit, ...query })),
  })),
  {
    id: 'usage.limit-most-a-hundred',
    does: 'lists a hundred records at the most',
    clause: 'limits.usage-limit-accepts-max',
    ports: asking('listUsage', (query) =>
      typeof query['limit'] === 'number' ? { ...query, limit: Math.min(100, query['limit']) } : query,
    ),
  },

  // Summary.
  {
    id: 'usage.summary-frozen',
    does: 'answers with a summary that never changes',
    clause: fullHistory,
    ports: summary((body) => ({ ...body, count: 0, charged_usd: 0, features: {} })),
  },
  ...(['voice_clone', 'avatar', 'motion_control'] as const).map((feature): Defect => ({
    id: `usage.summary-without-${feature.replace('_', '-')}`,
    does: `leaves ${feature} out of the summary`,
    clause: fullHistory,
    also: ['endpoints.usage-summary.from-parameter', 'endpoints.usage-summary.to-parameter'],
    ports: summed((name) => name !== feature),
  })),
  ...([500, 100] as const).map((most): Defect => ({
    id: `usage.summary-of-${most}`,
    does: `sums ${most} calls at the most, as they are listed`,
    clause: fullHistory,
    ports: summary((body) => {
      const count = Number(body['count']);
      if (count <= most) return body;
      return { ...body, count: most, charged_usd: (Number(body['charged_usd']) / count) * most };
    }),
  })),
  {
    id: 'usage.summary-charges-of-500',
    does: 'counts all calls in the summary, and sums the charges of five hundred',
    clause: fullHistory,
    ports: summary((body) => {
      const count = Number(body['count']);
      return count <= 500 ? body : { ...body, charged_usd: (Number(body['charged_usd']) / count) * 500 };
    }),
  },
  {
    id: 'usage.summary-of-a-year',
    does: 'sums the last year where no period is named',
    clause: fullHistory,
    ports: sinceDays(365),
  },
  {
    id: 'usage.summary-in-cents',
    does: 'sums charges in cents from the third call on',
    clause: fullHistory,
    ports: summary((body) =>
      Number(body['count']) > 2 ? { ...body, charged_usd: Number(body['charged_usd']) * 100 } : body,
    ),
  },

  // Periods.
  {
    id: 'usage.from-ignored',
    does: 'lists records from before from',
    clause: 'endpoints.usage.from-parameter',
    ports: asking('listUsage', (query) => ({ ...query, from: undefined })),
  },
  {
    id: 'usage.to-ignored',
    does: 'lists records from after to',
    clause: 'endpoints.usage.to-parameter',
    ports: asking('listUsage', (query) => ({ ...query, to: undefined })),
  },
  {
    id: 'usage.from-and-to-swapped',
    does: 'takes from for to, and to for from',
    clause: 'endpoints.usage.from-parameter',
    also: ['endpoints.usage.to-parameter'],
    ports: asking('listUsage', ({ from, to, ...query }) => ({ ...query, from: to, to: from })),
  },
  {
    id: 'usage.from-ignored-with-to',
    does: 'forgets from where to is given too',
    clause: 'endpoints.usage.from-parameter',
    ports: asking('listUsage', (query) => (query['to'] === undefined ? query : { ...query, from: undefined })),
  },
  {
    id: 'usage.to-ignored-with-from',
    does: 'forgets to where from is given too',
    clause: 'endpoints.usage.to-parameter',
    ports: asking('listUsage', (query) => (query['from'] === undefined ? query : { ...query, to: undefined })),
  },
  {
    id: 'usage.from-two-days-off',
    does: 'begins two days before from',
    clause: 'endpoints.usage.from-parameter',
    ports: asking('listUsage', ({ from, ...query }) => ({ ...query, from: movedBy(from, -2) })),
  },
  {
    id: 'usage.to-two-days-off',
    does: 'ends two days before to',
    clause: 'endpoints.usage.to-parameter',
    ports: asking('listUsage', ({ to, ...query }) => ({ ...query, to: movedBy(to, -2) })),
  },
  {
    id: 'usage.summary-from-ignored',
    does: 'sums calls from before from',
    clause: 'endpoints.usage-summary.from-parameter',
    ports: asking('getUsageSummary', (query) => ({ ...query, from: undefined })),
  },
  {
    id: 'usage.summary-to-ignored',
    does: 'sums calls from after to',
    clause: 'endpoints.usage-summary.to-parameter',
    ports: asking('getUsageSummary', (query) => ({ ...query, to: undefined })),
  },
  {
    id: 'usage.summary-from-and-to-swapped',
    does: 'takes from for to in the summary, and to for from',
    clause: 'endpoints.usage-summary.from-parameter',
    also: ['endpoints.usage-summary.to-parameter'],
    ports: asking('getUsageSummary', ({ from, to, ...query }) => ({ ...query, from: to, to: from })),
  },
  {
    id: 'usage.summary-from-two-days-off',
    does: 'begins the summary two days after from',
    clause: 'endpoints.usage-summary.from-parameter',
    ports: asking('getUsageSummary', ({ from, ...query }) => ({ ...query, from: movedBy(from, 2) })),
  },
  {
    id: 'usage.summary-from-refused',
    does: 'refuses from in the summary',
    clause: 'endpoints.usage-summary.from-parameter',
    ports: asking('getUsageSummary', (query) => (query['from'] === undefined ? query : { ...query, from: 'never' })),
  },
];

/** A text that is a time, so many days later. */
function movedBy(value: unknown, days: number): unknown {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? iso(Date.parse(value) + days * 24 * hourMs)
    : value;
}

/** The summary has a bound of its own where none is named. */
function sinceDays(days: number): () => Ports {
  return () => {
    let now = 0;
    return {
      limit: (next) => (paced) => {
        now = paced.now;
        return next(paced);
      },
      validate: (next) => (raw) =>
        next(
          raw.operation === 'getUsageSummary' && raw.query['from'] === undefined
            ? { ...raw, query: { ...raw.query, from: iso(now - days * 24 * hourMs) } }
            : raw,
        ),
    };
  };
}
