/** Webhooks: the job in them, which is the job as polling gives it. */
import { type JobErrorCode, jobErrors } from '../../spec/errors.ts';
import { type Check, type Need, check } from '../check.ts';
import { type Announced, announcements, dataOf, failures, seen, successes } from '../probes/webhooks.ts';
import { isObject, memberOf } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import type { Exchange } from '../wire/exchange.ts';

const needs: readonly Need[] = ['spend', 'receiver'];

/** Webhooks that came, each with its job as it was polled then. */
type Pair = {
  readonly announced: Announced;
  readonly exchange: Exchange;
  readonly data: unknown;
  readonly polled: unknown;
};

const pairsOf = async (t: Trial, look: (t: Trial) => Promise<readonly Announced[]>): Promise<readonly Pair[]> => {
  const pairs = (await look(t)).flatMap((announced): Pair[] => {
    const [first] = announced.box.deliveries;
    const data = dataOf(first);
    if (first === undefined || !isObject(data)) return [];
    return [{ announced, exchange: seen(announced.box, first), data, polled: announced.job.end.answer?.json }];
  });
  if (pairs.length === 0) t.wanted(undefined, 'a webhook that has data');
  return pairs;
};

/** What stands for nothing, where a field has nothing to say (gaps `failed-output-url` and `succeeded-error`). */
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

const inOrder = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/** How each of the five fields has to be as it was polled. */
const asPolled: { readonly [field: string]: (pair: Pair) => boolean } = {
  id: ({ data, polled }) => sameMember('id', data, polled),
  status: ({ data, polled }) => sameMember('status', data, polled),
  output_url: ({ data, polled, announced: { links } }) => {
    const [ours, theirs] = [memberOf(data, 'output_url'), memberOf(polled, 'output_url')];
    // A failed job has none; links that differ are told by what is behind them (gap `delivery-link`).
    if (isNothing(theirs) && memberOf(polled, 'status') !== 'succeeded') return isNothing(ours);
    if (ours === theirs && ours !== undefined) return true;
    return isSameBehind(links);
  },
  charged_usd: ({ data, polled }) => sameMember('charged_usd', data, polled),
  error: ({ data, polled }) => {
    const [ours, theirs] = [memberOf(data, 'error'), memberOf(polled, 'error')];
    return isNothing(theirs) ? isNothing(ours) : same(ours, theirs);
  },
};

const isSameBehind = (links: Announced['links']): boolean => {
  if (links === undefined || links === 'not-looked-at') return false;
  const [one, other] = [links.announced.answer, links.polled.answer];
  if (one === undefined || other === undefined) return false;
  return one.status === other.status && Buffer.compare(one.body, other.body) === 0;
};

const sameMember = (name: string, data: unknown, polled: unknown): boolean =>
  memberOf(data, name) !== undefined && same(memberOf(data, name), memberOf(polled, name));

export const webhookDataChecks: readonly Check[] = [
  ...Object.entries(asPolled).map(([field, holds]) =>
    check({
      id: `webhook.data-as-polled-${field.replaceAll('_', '-')}`,
      title: `${field} in the data of a webhook is as polling the job gives it`,
      clauses: ['events.content.data-as-polled'],
      needs,
      run: async (t) => {
        for (const pair of await pairsOf(t, announcements)) {
          const { exchange, data, polled, announced } = pair;
          // That polling lacks it is the finding of the checks of jobs.
          if (
            memberOf(polled, 'status') === undefined ||
            (field !== 'output_url' && field !== 'error' && memberOf(polled, field) === undefined) ||
            (field === 'output_url' && announced.links === 'not-looked-at')
          ) {
            t.tried();
            continue;
          }
          t.expect('events.content.data-as-polled', holds(pair), {
            expected: `${field} ${JSON.stringify(memberOf(polled, field)) ?? 'left out'}`,
            actual: JSON.stringify(memberOf(data, field)) ?? 'none',
            at: [announced.job.acknowledgement, exchange, announced.job.end],
            gaps: field === 'output_url' ? ['delivery-link', 'link-renewal'] : [],
          });
        }
      },
    }),
  ),
  check({
    id: 'webhook.error-null-when-succeeded',
    title: 'in the webhook of a succeeded job error is there and null',
    clauses: ['resources.job.error-null-when-succeeded'],
    needs,
    run: async (t) => {
      for (const { announced, exchange, data } of await pairsOf(t, successes)) {
        t.expect('resources.job.error-null-when-succeeded', memberOf(data, 'error') === null, {
          expected: 'error null',
          actual: data,
          at: [announced.job.acknowledgement, exchange],
        });
      }
    },
  }),
  check({
    id: 'webhook.job-level-code',
    title: 'the webhook of a failed job shows its job-level code in error.code',
    clauses: ['errors.job-level-in-webhook'],
    needs: [...needs, 'failing-input'],
    run: async (t) => {
      for (const { exchange, data, announced } of await pairsOf(t, failures)) {
        const code = memberOf(memberOf(data, 'error'), 'code');
        const polled = memberOf(memberOf(announced.job.end.answer?.json, 'error'), 'code');
        // Polling knows which one; if it knows none, which is another's finding, any will do.
        const wanted = isJobCode(polled) ? [polled] : (Object.keys(jobErrors) as JobErrorCode[]);
        t.expect(
          'errors.job-level-in-webhook',
          wanted.some((one) => one === code),
          {
            expected: `error.code ${wanted.join(' or ')}`,
            actual: data,
            at: [announced.job.acknowledgement, exchange, announced.job.end],
          },
        );
      }
    },
  }),
];

function isJobCode(code: unknown): code is JobErrorCode {
  return typeof code === 'string' && Object.hasOwn(jobErrors, code);
}
