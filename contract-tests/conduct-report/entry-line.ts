/** Entries of the journal as evidence: one line each, with the time since the first of them. */
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { shortTime } from '../report/figures.ts';

export type Exhibit = { readonly entry: JournalEntry; readonly when: string };

export type ExhibitRow = {
  readonly first: readonly Exhibit[];
  /** What a short telling leaves out. */
  readonly between: readonly Exhibit[];
  readonly last: readonly Exhibit[];
};

/** The entries that a lapse names, in order. Of a long row it is shown how it began and how it ended. */
export const exhibitsOf = (numbers: readonly number[], evidence: readonly JournalEntry[], max: number): ExhibitRow => {
  const named = new Set(numbers);
  const found = evidence.filter(({ seq }) => named.has(seq));
  const start = found[0]?.at ?? '';
  const all = found.map((entry, place): Exhibit => ({
    entry,
    when: place === 0 ? clockTime(entry.at) : since(start, entry.at),
  }));
  // One that is left out would take as much room as it does itself.
  if (all.length <= max + 1) return { first: all, between: [], last: [] };
  const end = all.length - Math.floor(max / 2);
  const begin = Math.ceil(max / 2);
  return { first: all.slice(0, begin), between: all.slice(begin, end), last: all.slice(end) };
};

/** `2026-01-01 00:00:01.250` */
const clockTime = (at: string): string => at.replace('T', ' ').replace('Z', '');

/** Entries are written when what they tell of has ended: a later one may have begun before. */
const since = (start: string, at: string): string => {
  const ms = Date.parse(at) - Date.parse(start);
  return ms === 0 ? '+0 s' : `${ms < 0 ? '-' : '+'}${shortTime(Math.abs(ms) / 1_000)}`;
};

/** What was asked, and what came of it. */
export const entryParts = (
  entry: JournalEntry,
): { readonly verb: string; readonly what: string; readonly outcome: string } => {
  switch (entry.kind) {
    case 'request':
      return {
        verb: entry.method,
        what: entry.path,
        outcome: entry.response === null ? 'no answer' : String(entry.response.status),
      };
    case 'delivery':
      return {
        verb: 'webhook',
        what: `${entry.url} (attempt ${entry.attempt})`,
        outcome: entry.status === null ? (entry.failure ?? 'no answer') : String(entry.status),
      };
    case 'socket':
      return {
        verb: 'socket',
        what: entry.session_id ?? 'of no session',
        outcome: [entry.event, entry.code, entry.detail].filter((part) => part !== null).join(' '),
      };
    default:
      return entry satisfies never;
  }
};

export const entryLine = ({ entry, when }: Exhibit): string => {
  const { verb, what, outcome } = entryParts(entry);
  const faults = entry.faults.length === 0 ? '' : ` (injected: ${entry.faults.join(', ')})`;
  return `#${entry.seq} ${when} ${verb} ${what} → ${outcome}${faults}`;
};

/** All of it as lines, with a line for what is left out. */
export const exhibitLines = (numbers: readonly number[], evidence: readonly JournalEntry[], max: number): string[] => {
  const { first, between, last } = exhibitsOf(numbers, evidence, max);
  return [
    ...first.map(entryLine),
    ...(between.length === 0 ? [] : [`… ${between.length} more …`]),
    ...last.map(entryLine),
  ];
};
