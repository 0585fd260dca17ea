/** Laws of submits: which of them are one job, and which are jobs of their own. */
import { textIn } from '../reading/members.ts';
import { isRefusal, isRefusedAs } from '../reading/refusal.ts';
import { isSuccess } from '../wire/exchange.ts';
import type { Law } from './law.ts';
import type { Log, Submit } from './log.ts';

const byKey = (log: Log): readonly (readonly Submit[])[] => {
  const groups = new Map<string, Submit[]>();
  for (const submit of log.submits) {
    if (submit.key === undefined) continue;
    const name = `${submit.who} ${submit.key}`;
    groups.set(name, [...(groups.get(name) ?? []), submit]);
  }
  return [...groups.values()];
};

const idsOf = (submits: readonly Submit[]): readonly string[] => [
  ...new Set(submits.flatMap(({ exchange }) => (isSuccess(exchange) ? (textIn(exchange, 'id') ?? []) : []))),
];

export const submitLaws: readonly Law[] = [
  {
    id: 'one-job-per-key',
    title: 'every repeat of a submit, in turn or at once, is answered with the job of the first',
    clauses: ['limits.retry-safety-same-job'],
    needs: ['spend'],
    judge: (log, _known, expect) => {
      for (const submits of byKey(log)) {
        const at = submits.map(({ exchange }) => exchange);
        const ids = idsOf(submits);
        if (ids.length === 0) continue;
        expect('limits.retry-safety-same-job', ids.length === 1, { expected: 'one id', actual: ids, at });
        const urls = new Set(at.flatMap((exchange) => textIn(exchange, 'status_url') ?? []));
        expect('limits.retry-safety-same-job', urls.size <= 1, {
          expected: 'one status_url',
          actual: [...urls],
          at,
          gaps: ['resubmit-ack'],
        });
        for (const { kind, exchange } of submits) {
          if (kind === 'again')
            expect('limits.retry-safety-same-job', isSuccess(exchange), { expected: 'the job again', at: exchange });
          if (kind === 'other-body' && isRefusal(exchange))
            expect('limits.retry-safety-same-job', isRefusedAs(exchange, ['invalid_input']), {
              expected: 'the job again, or invalid_input',
              at: exchange,
              gaps: ['resubmit-other-body'],
            });
        }
      }
    },
  },
  {
    id: 'one-job-per-submit',
    title: 'submits without a key, with different keys, or of different accounts are jobs of their own',
    clauses: ['states.job.submit-to-queued', 'endpoints.submit.idempotency-key-optional'],
    needs: ['spend'],
    judge: (log, _known, expect) => {
      const keyless = log.submits.filter(({ key, exchange }) => key === undefined && isSuccess(exchange));
      const seen = new Map<string, Submit>();
      for (const submit of keyless) {
        const id = textIn(submit.exchange, 'id');
        if (id === undefined) continue;
        const other = seen.get(id);
        expect('endpoints.submit.idempotency-key-optional', other === undefined, {
          expected: 'a job of its own for each submit without a key',
          actual: `${id} twice`,
          at: [...(other === undefined ? [] : [other.exchange]), submit.exchange],
        });
        seen.set(id, submit);
      }
      for (const submits of byKey(log)) {
        for (const id of idsOf(submits)) {
          const [other, own] = [seen.get(id), submits.find(({ exchange }) => textIn(exchange, 'id') === id)];
          expect('states.job.submit-to-queued', other === undefined, {
            expected: 'a job of its own for each key of each account',
            actual: `${id} for two`,
            at: [...(other === undefined ? [] : [other.exchange]), ...(own === undefined ? [] : [own.exchange])],
          });
          if (own !== undefined) seen.set(id, own);
        }
      }
    },
  },
];
