/** Laws of webhooks: each job that asked for one has one when it has ended, with the job in it as it was polled. */
import type { ClauseId } from '../../spec/clauses.ts';
import { jobErrors } from '../../spec/errors.ts';
import { jobStatuses } from '../../spec/vocabulary.ts';
import { isObject, isTerminal, memberOf } from '../reading/members.ts';
import type { Exchange } from '../wire/exchange.ts';
import { statusOf } from './bookkeeper.ts';
import type { Expect, Law } from './law.ts';
import type { DeliveryLog, JobLog, Log } from './log.ts';

export const deliveryLaws: readonly Law[] = [
  {
    id: 'webhooks-as-asked',
    title:
      'after any history a job that succeeded and asked for a webhook had one, and a job that asked for none had none',
    clauses: [
      'events.content.succeeded-sent',
      'events.content.none-without-callback',
      'events.content.posted-to-callback-url',
    ],
    needs: ['spend', 'receiver'],
    judge: (log, _known, expect) => {
      expectSent(log, 'succeeded', 'events.content.succeeded-sent', expect);
      for (const { id, callbackUrl, acknowledgement } of log.jobs) {
        const own = log.deliveries.filter((one) => idIn(one) === id);
        const urls = own.map(({ exchange }) => exchange.request.url);
        const at = [acknowledgement, ...own.map(({ exchange }) => exchange)];
        // Where none comes at all, nothing is said by it that none came of this one.
        if (callbackUrl === undefined && log.deliveries.length > 0)
          expect('events.content.none-without-callback', own.length === 0, {
            expected: 'no webhook of a job that asked for none',
            actual: urls,
            at,
          });
        if (callbackUrl !== undefined && own.length > 0)
          expect(
            'events.content.posted-to-callback-url',
            own.every((one) => one.callbackUrl === callbackUrl),
            {
              expected: 'a webhook to the callback_url of its job',
              actual: urls,
              at,
            },
          );
      }
    },
  },
  {
    id: 'webhooks-of-failures',
    title: 'after any history a job that failed and asked for a webhook had one',
    clauses: ['events.content.failed-sent'],
    needs: ['spend', 'receiver', 'failing-input'],
    judge: (log, _known, expect) => expectSent(log, 'failed', 'events.content.failed-sent', expect),
  },
  {
    id: 'webhooks-agree',
    title: 'after any history all webhooks of a job have one delivery_id, and the job as polling gave it last',
    clauses: ['events.content.delivery-id-stable', 'events.content.data-as-polled'],
    needs: ['spend', 'receiver'],
    judge: (log, _known, expect) => {
      for (const job of log.jobs) {
        const end = endOf(job);
        const own = deliveriesOf(log, job).filter(({ json }) => isObject(memberOf(json, 'data')));
        if (end === undefined || own.length === 0) continue;
        const ids = new Set(own.flatMap(({ json }) => textOf(memberOf(json, 'delivery_id')) ?? []));
        if (own.length > 1)
          expect('events.content.delivery-id-stable', ids.size <= 1, {
            expected: `one delivery_id in all ${own.length} webhooks of a job`,
            actual: [...ids],
            at: [job.acknowledgement, ...own.map(({ exchange }) => exchange)],
          });
        for (const { json, exchange } of own) {
          const different = differing(memberOf(json, 'data'), end.answer?.json, job.id);
          expect('events.content.data-as-polled', different === undefined, {
            expected: 'the job as the last look at it has it',
            actual: `another ${different ?? ''}: ${JSON.stringify(memberOf(json, 'data'))}`,
            at: [end, exchange],
            gaps: ['delivery-link'],
          });
        }
      }
    },
  },
];

const expectSent = (log: Log, status: 'succeeded' | 'failed', clause: ClauseId, expect: Expect): void => {
  for (const job of log.jobs) {
    if (job.callbackUrl === undefined || statusOf(job) !== status) continue;
    const end = endOf(job);
    const isSent = deliveriesOf(log, job).length > 0 || log.deliveries.some((one) => idIn(one) === job.id);
    expect(clause, isSent, {
      expected: `a webhook of a job that ${status}`,
      actual: 'none came',
      at: [job.acknowledgement, ...(end === undefined ? [] : [end])],
    });
  }
};

const idIn = ({ json }: DeliveryLog): unknown => memberOf(memberOf(json, 'data'), 'id');

/** What came to the address of a job: all of it, but for what says that it is of another; of an address that several jobs have, what says that it is of this one. */
const deliveriesOf = (log: Log, { id, callbackUrl }: JobLog): readonly DeliveryLog[] => {
  if (callbackUrl === undefined) return [];
  const others = log.jobs.filter((other) => other.id !== id);
  const isAlone = others.every((other) => other.callbackUrl !== callbackUrl);
  return log.deliveries.filter(
    (one) =>
      one.callbackUrl === callbackUrl &&
      (idIn(one) === id || (isAlone && others.every((other) => other.id !== idIn(one)))),
  );
};

/** The last look that the program had at it, if it shows its end. */
const endOf = ({ looks }: JobLog): Exchange | undefined => {
  const last = looks.at(-1);
  return last !== undefined && isTerminal(last) ? last : undefined;
};

/** The first member that is not as it was polled; what polling itself tells wrongly is not compared. Links may be signed anew. */
const differing = (data: unknown, polled: unknown, id: string): string | undefined => {
  const [status, charged] = [memberOf(polled, 'status'), memberOf(polled, 'charged_usd')];
  if (memberOf(polled, 'id') === id && memberOf(data, 'id') !== id) return 'id';
  if (isKnown(jobStatuses, status) && memberOf(data, 'status') !== status) return 'status';
  if (typeof charged === 'number' && memberOf(data, 'charged_usd') !== charged) return 'charged_usd';
  if (hasLink(data) !== hasLink(polled)) return 'output_url';
  return isKnown(Object.keys(jobErrors), codeIn(polled)) && codeIn(data) !== codeIn(polled) ? 'error.code' : undefined;
};

const isKnown = (words: readonly string[], word: unknown): boolean => words.some((one) => one === word);

const hasLink = (job: unknown): boolean => (textOf(memberOf(job, 'output_url')) ?? '') !== '';

const codeIn = (job: unknown): string | undefined => textOf(memberOf(memberOf(job, 'error'), 'code'));

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
