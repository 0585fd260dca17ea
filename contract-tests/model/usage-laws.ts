/** Laws of the usage log and its summary: they agree with what was done. */
import { memberOf, microsOf, textIn } from '../reading/members.ts';
import { isSuccess } from '../wire/exchange.ts';
import { isWithin, sum, told } from './bookkeeper.ts';
import { type Law, closed, usd } from './law.ts';
import type { AccountLog } from './log.ts';

/** What a failed job shows as its charge is open (gap `failed-job-charge`), and a record may do the same. */
const chargesIn = (records: readonly unknown[]): readonly number[] =>
  records.map((record) => microsOf(memberOf(record, 'charged_usd')) || 0);

/**
 * The records of a history's own calls: all of an account that is its own; else those with the ids of its jobs and sessions, or, where some of these
 * have records with ids of their own (gap `usage-id`), those that were not there before. Undefined where the log holds more than it lists, so that
 * these are not known.
 */
export const ownRecords = (
  { usage, recordsBefore }: Pick<AccountLog, 'usage' | 'recordsBefore'>,
  jobIds: readonly string[],
  sessionIds: readonly string[] = [],
): readonly unknown[] | undefined => {
  if (recordsBefore === undefined) return usage.records;
  const idOf = (record: unknown): unknown => memberOf(record, 'id');
  const own = new Set<unknown>([...jobIds, ...sessionIds]);
  const ofCalls = usage.records.filter((record) => own.has(idOf(record)));
  const listed = new Set(ofCalls.map(idOf));
  // That one job of several has no record is for the law to say; where none has, the ids are others.
  const areNamed = (ids: readonly string[]): boolean => ids.length === 0 || ids.some((id) => listed.has(id));
  if (listed.size > 0 && areNamed(jobIds) && areNamed(sessionIds)) return ofCalls;
  if (recordsBefore.length >= listedMost) return undefined;
  const known = new Set(recordsBefore.map(idOf));
  return usage.records.filter((record) => !known.has(idOf(record)));
};

const listedMost = 500;

export const usageLaws: readonly Law[] = [
  {
    id: 'usage-agrees',
    title: 'after any history the usage log has each job and stream once, with what it cost',
    clauses: ['endpoints.usage.items-are-records', 'limits.retry-safety-no-duplicate-render'],
    needs: ['spend'],
    judge: (log, known, expect) => {
      for (const { account, books } of closed(log, known)) {
        const { exchange } = account.usage;
        const jobIds = [...books.succeeded, ...books.failed].map(({ id }) => id);
        const sessionIds = books.streams.flatMap(({ session }) => textIn(session, 'session_id') ?? []);
        const records = ownRecords(account, jobIds, sessionIds);
        if (records === undefined) continue;
        const charges = chargesIn(records);
        const ended = books.succeeded.length + books.failed.length + books.streams.length;
        const at = [...log.exchanges.filter(({ operation }) => operation !== 'getBalance'), exchange];
        expect('endpoints.usage.items-are-records', records.length >= ended, {
          expected: `${ended} records at least, of as many jobs and streams`,
          actual: `${records.length}`,
          at,
          gaps: ['usage-coverage'],
        });
        const { least, most } = books.dueMicros;
        const paid = charges.filter((charge) => charge > 0).length;
        const costly = books.succeeded.length + books.streams.length + books.failed.length;
        if (books.hasRepeats) {
          expect('limits.retry-safety-no-duplicate-render', paid <= costly, {
            expected: `${costly} records with a charge at the most`,
            actual: `${paid}`,
            at,
          });
        }
        expect(
          'endpoints.usage.items-are-records',
          isWithin(sum(charges), { least, most: books.failed.length > 0 ? Number.POSITIVE_INFINITY : most }),
          {
            expected: `records of ${told(books.dueMicros)}`,
            actual: usd(sum(charges)),
            at,
            gaps: ['failed-job-charge'],
          },
        );
      }
    },
  },
  {
    id: 'summary-agrees',
    title: 'after any history the usage summary has the sum of what jobs and streams cost',
    clauses: ['endpoints.usage-summary.full-history'],
    needs: ['spend', 'control'],
    readsTotals: true,
    judge: (log, known, expect) => {
      for (const { account, books } of closed(log, known)) {
        const total = isSuccess(account.summary) ? known.totalCharged(account.summary) : undefined;
        if (total === undefined) continue;
        const { least, most } = books.dueMicros;
        const micros = Math.round(total * 1e6);
        expect(
          'endpoints.usage-summary.full-history',
          isWithin(micros, { least, most: books.failed.length > 0 ? Number.POSITIVE_INFINITY : most }),
          {
            expected: `a total of ${told(books.dueMicros)}`,
            actual: usd(micros),
            at: [...log.exchanges.filter(({ operation }) => operation !== 'getBalance'), account.summary],
            gaps: ['summary-body', 'failed-job-charge'],
          },
        );
      }
    },
  },
];
