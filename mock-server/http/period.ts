/** Reads `from` and `to`. Their format is not documented: the gap `date-filter` has ours and others. */
import type { GapChoices } from '../../spec/gaps.ts';
import { type Refused, refuse } from '../domain/refusal.ts';
import type { Period } from '../domain/usage.ts';

/** A period as it is looked up, and as it was asked for: they differ where the caller's `to` is part of it. */
export type AskedPeriod = { readonly period: Period; readonly asked: Period };

export const readPeriod = (from: unknown, to: unknown, choices: GapChoices): AskedPeriod | Refused => {
  const { read, form } = formats[choices['date-filter']];
  const [begin, end] = [read(from), read(to)];
  if (choices['date-filter-unreadable'] === 'refused') {
    if (from !== undefined && begin === undefined) return refuse('invalid_input', `from must be ${form}`);
    if (to !== undefined && end === undefined) return refuse('invalid_input', `to must be ${form}`);
  }
  const isReversed = begin !== undefined && end !== undefined && end.at < begin.at;
  if (isReversed && choices['date-filter-reversed'] === 'refused') {
    return refuse('invalid_input', 'to must not be before from');
  }
  const isIncluded = choices['date-filter'] === 'iso-to-included';
  return {
    // A reversed one stays reversed, and so holds nothing, also where the last instant counts.
    period: { from: begin?.at, to: isIncluded && !isReversed ? end?.after : end?.at },
    asked: { from: begin?.at, to: end?.at },
  };
};

/** The beginning of what a text names, and the first instant behind it: a date names a whole day. */
type Instant = { readonly at: number; readonly after: number };

const dayMs = 86_400_000;

const isoForm = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

const readIso = (value: unknown): Instant | undefined => {
  // An unescaped plus sign of an offset arrives as a space.
  const match = typeof value === 'string' ? isoForm.exec(value.replace(' ', '+')) : null;
  if (match === null) return undefined;
  const [, date = '', time, zone = 'Z'] = match;
  // Date.parse takes the 31st of February for the 3rd of March: a day that does not exist is no date.
  if (new Date(`${date}T00:00Z`).getUTCDate() !== Number(date.slice(8))) return undefined;
  const at = Date.parse(`${date}T${time ?? '00:00'}${zone}`);
  return Number.isNaN(at) ? undefined : { at, after: at + (time === undefined ? dayMs : 1) };
};

const readEpochSeconds = (value: unknown): Instant | undefined => {
  if (typeof value !== 'string' || !/^\d{1,11}(\.\d{1,9})?$/.test(value)) return undefined;
  const at = Math.floor(Number(value) * 1000);
  return { at, after: at + 1 };
};

const iso = {
  read: readIso,
  form: 'an ISO 8601 date or date-time, such as 2026-01-31 or 2026-01-31T12:00:00Z',
} as const;

const formats = {
  iso,
  'iso-to-included': iso,
  'epoch-seconds': { read: readEpochSeconds, form: 'a number of seconds since 1970, such as 1767225600' },
} as const satisfies Record<
  GapChoices['date-filter'],
  { readonly read: (value: unknown) => Instant | undefined; readonly form: string }
>;
