/** Beginnings of the current week, month and year (gaps `period-kind`, `week-start` and `period-zone`). */
import type { GapChoices } from '../../spec/gaps.ts';

export type PeriodStarts = { readonly week: number; readonly month: number; readonly year: number };

export const periodStarts = (now: number, choices: GapChoices): PeriodStarts =>
  choices['period-kind'] === 'rolling'
    ? { week: now - 7 * dayMs, month: now - 30 * dayMs, year: now - 365 * dayMs }
    : calendarStarts(now, choices);

const calendarStarts = (now: number, choices: GapChoices): PeriodStarts => {
  const aheadMs = choices['period-zone'] === 'plus-9h' ? 9 * hourMs : 0;
  const local = now + aheadMs;
  return {
    week: weekStart(local, choices['week-start']) - aheadMs,
    month: monthStart(local) - aheadMs,
    year: yearStart(local) - aheadMs,
  };
};

const hourMs = 3_600_000;
const dayMs = 86_400_000;

export const weekStart = (now: number, begins: GapChoices['week-start']): number => {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const sinceSunday = new Date(midnight).getUTCDay();
  const since = begins === 'sunday' ? sinceSunday : (sinceSunday + 6) % 7;
  return midnight - since * dayMs;
};

export const monthStart = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

export const yearStart = (now: number): number => Date.UTC(new Date(now).getUTCFullYear(), 0, 1);
