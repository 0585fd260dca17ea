/** Beginnings of the current week, month and year, in UTC (gap `week-start`: Monday or Sunday). */
import type { GapChoices } from '../../spec/gaps.ts';

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
