/** Usage records and their summary. */
import type { GapChoices } from '../../../spec/gaps.ts';
import type { UsageRecord as UsageBody, UsageSummary } from '../../../spec/schemas/money.ts';
import { usdFromMicros } from '../../domain/money.ts';
import type { Period, UsageLog, UsageRecord, UsageTotals } from '../../domain/usage.ts';
import type { Style } from './style.ts';

export type UsagePresenter = {
  readonly usageRecord: (record: UsageRecord) => UsageBody;
  /** @param asked the period as the caller named it */
  readonly usageSummary: (usage: UsageLog, period: Period, asked: Period) => object;
};

export const createUsagePresenter = (
  choices: GapChoices,
  { named, timestamp, featureNames, endpointNames }: Style,
): UsagePresenter => {
  const idOf = choices['usage-id'] === 'own' ? ownIdOf : (about: string) => about;
  const statusOf = ({ status, reason }: UsageRecord): string => {
    if (reason === 'no_stream') return choices['no-stream-status'];
    return status === 'processing' ? choices['usage-status'] : status;
  };
  return {
    usageRecord: (record) =>
      named('usage_record', {
        id: idOf(record.about),
        endpoint: endpointNames[record.feature],
        feature: featureNames[record.feature],
        status: statusOf(record),
        charged_usd: usdFromMicros(record.chargedMicros),
        reason: record.reason,
        created_at: timestamp(record.at),
      }),
    usageSummary: (usage, period, asked) =>
      summaryIn(choices['summary-body'], { named, timestamp, featureNames }, usage, period, asked),
  };
};

const summaryIn = (
  layout: GapChoices['summary-body'],
  { named, timestamp, featureNames }: Pick<Style, 'named' | 'timestamp' | 'featureNames'>,
  usage: UsageLog,
  period: Period,
  asked: Period,
): object => {
  const all = totals(usage.totals(period));
  const each = [...usage.totalsByFeature(period)].map(
    ([feature, sums]) => [featureNames[feature], totals(sums)] as const,
  );
  const instant = (time: number | undefined): string | null => (time === undefined ? null : timestamp(time));
  switch (layout) {
    case 'with-features':
      return named<UsageSummary>('usage_summary', {
        from: instant(asked.from),
        to: instant(asked.to),
        ...all,
        features: Object.fromEntries(each),
      });
    case 'totals-only':
      return named('usage_summary', all);
    case 'list':
      return each.map(([feature, sums]) => named('usage_totals', { feature, ...sums }));
    default:
      return layout satisfies never;
  }
};

const totals = ({ count, chargedMicros }: UsageTotals) => ({ count, charged_usd: usdFromMicros(chargedMicros) });

/** Made from the id of the job or session, and in the same form: a UUID gets another version digit. */
const ownIdOf = (about: string): string =>
  about.includes('_') ? `use_${about}` : `${about.slice(0, 14)}8${about.slice(15)}`;
