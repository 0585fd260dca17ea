/** Laws of the balance: what histories take from it, and which clause is at fault where it is another sum. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Told } from '../trial.ts';
import { type Books, isWithin, sum, told } from './bookkeeper.ts';
import { type Law, closed, usd } from './law.ts';
import type { Log } from './log.ts';

/** What a history has in it decides which clause is at fault when its books do not balance: the smallest history has one thing only. */
const blamed = ({ failed, hasRepeats, streams }: Books): ClauseId => {
  const [stream] = streams;
  if (failed.length > 0 && !hasRepeats && stream === undefined) return 'states.job.failed-refunded';
  if (hasRepeats && failed.length === 0 && stream === undefined) return 'limits.retry-safety-no-second-charge';
  if (stream !== undefined && !hasRepeats && failed.length === 0)
    return stream.kind === 'voice_changer'
      ? 'states.voice-changer.billed-per-second'
      : 'states.full-live-swap.billed-per-second';
  return 'service.charges-from-balance';
};

/** Every clause of which a history that balances is an example. */
const shownBy = ({ failed, hasRepeats, streams }: Books): readonly ClauseId[] => [
  'service.charges-from-balance',
  ...(failed.length > 0 ? (['states.job.failed-refunded'] as const) : []),
  ...(hasRepeats ? (['limits.retry-safety-no-second-charge'] as const) : []),
  ...(streams.some(({ kind }) => kind === 'voice_changer')
    ? (['states.voice-changer.billed-per-second'] as const)
    : []),
  ...(streams.some(({ kind }) => kind !== 'voice_changer')
    ? (['states.full-live-swap.billed-per-second'] as const)
    : []),
];

/** What a law of the balance is judged by, whether or not it holds. */
const balanced = (log: Log, { dueMicros }: Books, goneMicros: number): Told => ({
  expected: `${told(dueMicros)} gone from the balance`,
  actual: usd(goneMicros),
  at: log.exchanges,
  gaps: ['session-rounding', 'usd-rounding'],
});

export const balanceLaws: readonly Law[] = [
  {
    id: 'books-balance',
    title: 'after any history the balance is what it was, plus top-ups, less what jobs and streams cost, each once',
    clauses: [
      'service.charges-from-balance',
      'states.job.failed-refunded',
      'limits.retry-safety-no-second-charge',
      'states.full-live-swap.billed-per-second',
      'states.voice-changer.billed-per-second',
    ],
    needs: ['spend', 'control'],
    judge: (log, known, expect) => {
      for (const { account, books } of closed(log, known)) {
        const { before, after, toppedUpMicros } = account;
        const gone = before.leftMicros + toppedUpMicros - after.leftMicros;
        const holds = isWithin(gone, books.dueMicros);
        for (const clause of holds ? shownBy(books) : [blamed(books)])
          expect(clause, holds, balanced(log, books, gone));
      }
    },
  },
  {
    id: 'books-balance-without-control',
    title:
      'after a few calls, some of them made again, the balance is what it was less what each job and stream costs once',
    clauses: [
      'service.charges-from-balance',
      'limits.retry-safety-no-second-charge',
      'states.full-live-swap.billed-per-second',
      'states.voice-changer.billed-per-second',
    ],
    needs: ['spend'],
    judge: (log, known, expect) => {
      for (const { account, books } of closed(log, known)) {
        const gone = account.before.leftMicros + account.toppedUpMicros - account.after.leftMicros;
        const holds = isWithin(gone, books.dueMicros);
        // Jobs fail here only where a file for it was given: other checks have what becomes of their money.
        const atFault = books.failed.length > 0 ? 'service.charges-from-balance' : blamed(books);
        for (const clause of holds ? shownBy({ ...books, failed: [] }) : [atFault])
          expect(clause, holds, balanced(log, books, gone));
      }
    },
  },
  {
    id: 'spending-agrees',
    title: 'after any history total_spent_usd has grown by what jobs and streams cost',
    clauses: ['states.job.billed-on-completion'],
    needs: ['spend'],
    judge: (log, known, expect) => {
      for (const { account, books } of closed(log, known)) {
        const spent = account.after.spentMicros - account.before.spentMicros;
        const { least, most } = books.dueMicros;
        // Totals may be gross of refunds (gap refund-totals).
        const allowed = { least, most: books.failed.length > 0 ? Number.POSITIVE_INFINITY : most };
        expect('states.job.billed-on-completion', isWithin(spent, allowed), {
          expected: `total_spent_usd to grow by ${told(books.dueMicros)}`,
          actual: usd(spent),
          at: log.exchanges,
          gaps: ['session-rounding', 'usd-rounding'],
        });
      }
    },
  },
  {
    id: 'streams-below-ceiling',
    title: 'streams never cost more than their ceilings',
    clauses: ['resources.live-swap-session.max-cost-usd-ceiling', 'resources.voice-session.max-cost-usd-ceiling'],
    needs: ['spend'],
    judge: (log, known, expect) => {
      for (const { account, books } of closed(log, known)) {
        const { streams } = books;
        const ceiling = sum(streams.map(({ ceilingMicros }) => ceilingMicros));
        if (streams.length === 0 || Number.isNaN(ceiling)) continue;
        // Where anything else costs too, what is gone is not told apart: the other laws have it.
        if (books.hasRepeats || books.failed.length > 0 || books.succeeded.length > 0) continue;
        const ofVoice = streams.filter(({ kind }) => kind === 'voice_changer').length;
        if (ofVoice > 0 && ofVoice < streams.length) continue;
        const gone = account.before.leftMicros + account.toppedUpMicros - account.after.leftMicros;
        expect(
          ofVoice > 0
            ? 'resources.voice-session.max-cost-usd-ceiling'
            : 'resources.live-swap-session.max-cost-usd-ceiling',
          gone <= ceiling + 1,
          { expected: `${usd(ceiling)} at the most`, actual: usd(gone), at: log.exchanges },
        );
      }
    },
  },
  {
    id: 'quiet-when-all-has-ended',
    title: 'when everything has ended, balances stay as they are',
    clauses: ['service.no-subscription'],
    needs: ['spend'],
    judge: (log, known, expect) => {
      for (const { account } of closed(log, known)) {
        const { after, late } = account;
        expect('service.no-subscription', late.leftMicros === after.leftMicros, {
          expected: `a balance of ${usd(after.leftMicros)}`,
          actual: usd(late.leftMicros),
          at: [after.exchange, late.exchange],
        });
      }
    },
  },
];
