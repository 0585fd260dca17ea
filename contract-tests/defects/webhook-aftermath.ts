/** Jobs that suffer from it that their webhook was given up: they get lost, or their results do. */
import type { ClauseId } from '../../spec/clauses.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { decided, defectOf, statusOf } from './webhook-wraps.ts';

const defect = defectOf('webhook-delivery');

const retrievable: ClauseId = 'events.delivery.job-stays-retrievable';
const result: ClauseId = 'events.delivery.result-unaffected';

/** The jobs whose webhooks were given up. */
const givenUp = (lost: Set<string>): Ports =>
  decided((all, _, account) => {
    for (const event of all) {
      if (event.type !== 'delivery.finished' || event.nextAt !== undefined) continue;
      const job = account.deliveries.get(event.deliveryId)?.jobId;
      if (job !== undefined && (statusOf(event.outcome) < 200 || statusOf(event.outcome) > 299)) lost.add(job);
    }
    return all;
  });

type Polled = { readonly [name: string]: unknown };

/** How such a job is polled. */
const polledThen = (change: (job: Polled) => { readonly status: number; readonly body: unknown }): (() => Ports) => {
  return () => {
    const lost = new Set<string>();
    return {
      ...givenUp(lost),
      present: (next) => (answer, asked) => {
        const { body } = answer;
        if (
          asked.operation !== 'getJob' ||
          asked.refused !== undefined ||
          !isObject(body) ||
          !lost.has(String(body['id']))
        )
          return next(answer, asked);
        return next({ ...answer, ...change(body) }, asked);
      },
    };
  };
};

/** What the link of such a job's result is answered with. */
const servedThen = (answer: () => Response): (() => Ports) => {
  return () => {
    const lost = new Set<string>();
    return {
      ...givenUp(lost),
      serve: (next) => (asked) => (asked.file.kind === 'result' && lost.has(asked.file.jobId) ? answer() : next(asked)),
    };
  };
};

export const webhookAftermathDefects: readonly Defect[] = [
  defect(
    'job-lost',
    'forgets a job whose webhook was given up',
    retrievable,
    polledThen(() => ({ status: 404, body: { error: { code: 'not_found', message: 'No such job.' } } })),
  ),
  defect(
    'job-gone',
    'answers 410 for a job whose webhook was given up',
    retrievable,
    polledThen(() => ({ status: 410, body: { error: { code: 'not_found', message: 'It is gone.' } } })),
  ),
  defect(
    'job-failed',
    'shows a job whose webhook was given up as failed',
    retrievable,
    polledThen((job) => ({
      status: 200,
      body: {
        ...job,
        status: 'failed',
        output_url: null,
        error: { code: 'processing_failed', message: 'Not delivered.' },
      },
    })),
    [result],
  ),
  defect(
    'job-undelivered',
    'shows a job whose webhook was given up as undelivered',
    retrievable,
    polledThen((job) => ({ status: 200, body: { ...job, status: 'undelivered' } })),
  ),
  defect(
    'link-lost',
    'leaves the link out of a job whose webhook was given up',
    result,
    polledThen((job) => ({
      status: 200,
      body: Object.fromEntries(Object.entries(job).filter(([name]) => name !== 'output_url')),
    })),
  ),
  defect(
    'link-null',
    'gives no link to the result whose webhook was given up',
    result,
    polledThen((job) => ({ status: 200, body: { ...job, output_url: null } })),
  ),
  ...([404, 410, 403] as const).map((status) =>
    defect(
      `result-${status}`,
      `answers ${status} for a result whose webhook was given up`,
      result,
      servedThen(() => new Response('gone', { status })),
    ),
  ),
  defect(
    'result-emptied',
    'empties the result whose webhook was given up',
    result,
    servedThen(() => new Response(new Uint8Array())),
  ),
];
