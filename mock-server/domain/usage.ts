/**
 * The usage log of an account. A record is written at the instant at which its money is settled or, where a call is paid for before
 * its render (voice-clone), charged; a refund corrects it. Records are in order of time, so every question about a period is two
 * binary searches and a running total: the log does not slow down as it grows.
 */
import type { Feature, UsageReason } from '../../spec/vocabulary.ts';
import type { Micros } from './money.ts';
import { RunningTotals } from './running-totals.ts';

/** `processing` is a call that was paid for and has not ended yet (gap `usage-status`). */
export type UsageStatus = 'processing' | 'succeeded' | 'failed';

export type UsageRecord = {
  /** The id of the job or session; the record's own id is made from it. */
  readonly about: string;
  readonly feature: Feature;
  readonly at: number;
  status: UsageStatus;
  chargedMicros: Micros;
  reason: UsageReason | null;
};

/** A stretch of time in milliseconds, `from` included, `to` excluded; open where undefined. */
export type Period = { readonly from?: number | undefined; readonly to?: number | undefined };

export type UsageTotals = { readonly count: number; readonly chargedMicros: Micros };

export class UsageLog {
  readonly #all = new Series();
  readonly #byFeature = new Map<Feature, Series>();
  /** Records whose call has not ended: their positions in the two series. */
  readonly #open = new Map<string, { readonly inAll: number; readonly inFeature: number }>();

  append(record: UsageRecord): void {
    const series = this.#series(record.feature);
    if (record.status === 'processing') {
      this.#open.set(record.about, { inAll: this.#all.records.length, inFeature: series.records.length });
    }
    this.#all.append(record);
    series.append(record);
  }

  /** Ends a record that was written as `processing`. */
  settle(about: string, status: UsageStatus, chargedMicros: Micros, reason: UsageReason | null): void {
    const open = this.#open.get(about);
    const record = open && this.#all.records[open.inAll];
    if (open === undefined || record === undefined) throw new Error(`no open usage record for ${about}`);
    const difference = chargedMicros - record.chargedMicros;
    this.#all.charges.correct(open.inAll, difference);
    this.#series(record.feature).charges.correct(open.inFeature, difference);
    record.status = status;
    record.chargedMicros = chargedMicros;
    record.reason = reason;
    this.#open.delete(about);
  }

  get length(): number {
    return this.#all.records.length;
  }

  /** At most `limit` records of a period, newest first. */
  newest(limit: number, period: Period): UsageRecord[] {
    const [begin, end] = this.#all.range(period);
    return this.#all.records.slice(Math.max(begin, end - limit), end).reverse();
  }

  /** At most `limit` records of a period, oldest first. */
  oldest(limit: number, period: Period): UsageRecord[] {
    const [begin, end] = this.#all.range(period);
    return this.#all.records.slice(begin, Math.min(end, begin + limit));
  }

  totals(period: Period): UsageTotals {
    return this.#all.totals(period);
  }

  /** The totals of each feature that was used in the period. */
  totalsByFeature(period: Period): Map<Feature, UsageTotals> {
    const totals = [...this.#byFeature].map(([feature, series]) => [feature, series.totals(period)] as const);
    return new Map(totals.filter(([, { count }]) => count > 0));
  }

  #series(feature: Feature): Series {
    let series = this.#byFeature.get(feature);
    if (series === undefined) this.#byFeature.set(feature, (series = new Series()));
    return series;
  }
}

/** Records in order of time with their running totals. */
class Series {
  readonly records: UsageRecord[] = [];
  readonly charges = new RunningTotals();

  append(record: UsageRecord): void {
    this.records.push(record);
    this.charges.append(record.chargedMicros);
  }

  range({ from, to }: Period): [begin: number, end: number] {
    return [
      from === undefined ? 0 : this.#firstSince(from),
      to === undefined ? this.records.length : this.#firstSince(to),
    ];
  }

  totals(period: Period): UsageTotals {
    const [begin, end] = this.range(period);
    return { count: Math.max(0, end - begin), chargedMicros: this.charges.between(begin, end) };
  }

  #firstSince(time: number): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = this.records[middle];
      if (record !== undefined && record.at < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
