/** Laws of accounts: what is one account's is no other's. */
import { memberOf } from '../reading/members.ts';
import { isSuccess } from '../wire/exchange.ts';
import { type Law, closed, usd } from './law.ts';

export const accountLaws: readonly Law[] = [
  {
    id: 'accounts-apart',
    title: 'no account sees the jobs of the other or pays for them, and a key of it that is revoked does nothing more',
    clauses: [
      'endpoints.jobs.owner-only',
      'authentication.key-spends-account-balance',
      'authentication.revoked-at-once',
    ],
    needs: ['spend', 'control'],
    judge: (log, known, expect) => {
      for (const { id, exchange } of log.strangers) {
        expect('endpoints.jobs.owner-only', !isSuccess(exchange) && memberOf(exchange.answer?.json, 'id') !== id, {
          expected: 'nothing of a foreign job',
          at: exchange,
        });
      }
      const owners = new Map(log.jobs.map(({ id, who }) => [id, who]));
      for (const { id, who, acknowledgement } of log.jobs) {
        expect('endpoints.jobs.owner-only', owners.get(id) === who, {
          expected: 'no job of one account in an answer to the other',
          actual: id,
          at: [...log.jobs.filter((job) => job.id === id).map((job) => job.acknowledgement), acknowledgement],
        });
      }
      for (const exchange of log.revoked) {
        if (exchange.answer === undefined) continue;
        expect('authentication.revoked-at-once', !isSuccess(exchange), { expected: 'a refusal', at: exchange });
      }
      for (const { account, books } of closed(log, known)) {
        const isIdle = books.succeeded.length + books.failed.length + books.streams.length === 0;
        const isUnused = !log.submits.some(({ who }) => who === books.who) && !books.hasRefusals;
        if (!isIdle || !isUnused) continue;
        const gone = account.before.leftMicros + account.toppedUpMicros - account.after.leftMicros;
        expect('authentication.key-spends-account-balance', gone === 0, {
          expected: 'the balance of an account that makes no calls as it was',
          actual: `${usd(gone)} less`,
          at: log.exchanges,
        });
      }
    },
  },
];
