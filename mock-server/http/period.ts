/** Reads `from` and `to`. Their format is not documented; ours is ISO 8601 in UTC, `from` included, `to` excluded (gap `date-filter`). */
import { type Refused, refuse } from '../domain/refusal.ts';
import type { Period } from '../domain/usage.ts';

export const readPeriod = (from: unknown, to: unknown): Period | Refused => {
  const [begin, end] = [readInstant(from), readInstant(to)];
  for (const [name, text, instant] of [
    ['from', from, begin],
    ['to', to, end],
  ] as const) {
    if (text !== undefined && instant === undefined) {
      return refuse(
        'invalid_input',
        `${name} must be an ISO 8601 date or date-time, such as 2026-01-31 or 2026-01-31T12:00:00Z`,
      );
    }
  }
  if (begin !== undefined && end !== undefined && end < begin)
    return refuse('invalid_input', 'to must not be before from');
  return { from: begin, to: end };
};

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

const readInstant = (value: unknown): number | undefined => {
  // An unescaped plus sign of an offset arrives as a space.
  const match = typeof value === 'string' ? form.exec(value.replace(' ', '+')) : null;
  if (match === null) return undefined;
  const [, date = '', time = '00:00', zone = 'Z'] = match;
  // Date.parse takes the 31st of February for the 3rd of March: a day that does not exist is no date.
  if (new Date(`${date}T00:00Z`).getUTCDate() !== Number(date.slice(8))) return undefined;
  const instant = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
};
