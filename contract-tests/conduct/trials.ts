/** What somebody tries out in the console is no conduct of the client's: calls that say so, and what came of the jobs, sessions and files they made. */
import { type JournalEntry, type RequestEntry, consoleNote } from '../../spec/schemas/journal.ts';
import { type Call, callOf, isAccepted, isSessionCall, isSubmit } from './call.ts';

export const withoutTrials = (entries: readonly JournalEntry[]): readonly JournalEntry[] => {
  const trials = entries.flatMap((entry) => (entry.kind === 'request' && isTrial(entry) ? [callOf(entry)] : []));
  if (trials.length === 0) return entries;
  const made = new Set(trials.flatMap(madeBy));
  const files = new Set(trials.flatMap(filesToldBy));
  return entries.filter((entry) => {
    switch (entry.kind) {
      case 'request':
        return !isTrial(entry) && !files.has(pathIn(entry.path));
      case 'delivery':
        return !made.has(entry.job_id);
      case 'socket':
        return entry.session_id === null || !made.has(entry.session_id);
      default:
        return entry satisfies never;
    }
  });
};

const isTrial = ({ notes }: RequestEntry): boolean => notes.includes(consoleNote);

/** The id of the job or the session that the call began. */
const madeBy = (call: Call): readonly string[] => {
  if (!isAccepted(call)) return [];
  return textsOf(isSubmit(call) ? call.answer?.['id'] : isSessionCall(call) ? call.answer?.['session_id'] : undefined);
};

/** A page shows files without saying who asks. */
const filesToldBy = ({ answer }: Call): readonly string[] =>
  [answer?.['output_url'], answer?.['url']].flatMap(textsOf).map(pathIn);

const textsOf = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);

/** Of an address or of a path, without the query. */
const pathIn = (address: string): string => address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
