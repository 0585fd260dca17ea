/** Mocks that are wrong about deliveries, each in one way. */
import { isSuccess } from '../../domain/deliveries.ts';
import { type Canary, changing } from './canary.case.ts';

export const deliveryCanaries: readonly Canary[] = [
  {
    does: 'sends a webhook for a job that asked for none',
    decide: () =>
      changing('job.submitted', (event) => ({
        ...event,
        job: { delivery: { id: event.job.id.replace('job', 'dlv'), url: 'https://example.com/' }, ...event.job },
      })),
    breaks: /D1/,
  },
  {
    does: 'forgets that a webhook was asked for',
    decide: () =>
      changing('job.submitted', (event) => {
        const job = { ...event.job };
        Reflect.deleteProperty(job, 'delivery');
        return { ...event, job };
      }),
    breaks: /D1/,
  },
  {
    does: 'sends the first webhook a millisecond late',
    decide: () => changing('delivery.started', (event) => ({ ...event, at: event.at + 1, until: event.until + 1 })),
    breaks: /due/,
  },
  {
    does: 'goes on after a 2xx',
    decide: () =>
      changing('delivery.finished', (event) =>
        isSuccess(event.outcome) ? { ...event, nextAt: event.at + 29_000 } : event,
      ),
    breaks: /D2/,
  },
  {
    does: 'takes a redirect for a success',
    decide: () =>
      changing('delivery.finished', ({ nextAt, ...event }) => {
        const redirected = event.outcome.kind === 'answered' && Math.floor(event.outcome.status / 100) === 3;
        return redirected || nextAt === undefined ? event : { ...event, nextAt };
      }),
    breaks: /D2/,
  },
  {
    does: 'gives up when the receiver is gone',
    decide: () =>
      changing('delivery.finished', ({ nextAt, ...event }) => {
        const isGone = event.outcome.kind === 'answered' && event.outcome.status === 410;
        return isGone || nextAt === undefined ? event : { ...event, nextAt };
      }),
    breaks: /D2/,
  },
  {
    does: 'tries a seventh time',
    decide: () =>
      changing('delivery.finished', (event) =>
        event.attempt === 6 && !isSuccess(event.outcome) ? { ...event, nextAt: event.at + 928_000 } : event,
      ),
    breaks: /D2/,
  },
  {
    does: 'gives up after five attempts',
    decide: () =>
      changing('delivery.finished', ({ nextAt, ...event }) =>
        event.attempt === 5 || nextAt === undefined ? event : { ...event, nextAt },
      ),
    breaks: /D2/,
  },
  {
    does: 'sends the webhooks of all jobs under one delivery_id',
    decide: () =>
      changing('job.submitted', (event) => ({
        ...event,
        job: {
          ...event.job,
          ...(event.job.delivery && {
            delivery: { ...event.job.delivery, id: event.job.delivery.id.replace(/[^_]*$/, 'x') },
          }),
        },
      })),
    breaks: /D3/,
  },
  {
    does: 'waits three minutes between all attempts',
    decide: () =>
      changing('delivery.finished', (event) =>
        event.nextAt === undefined ? event : { ...event, nextAt: event.at + 180_000 },
      ),
    breaks: /D4/,
  },
  {
    does: 'waits a second more than the ladder says',
    decide: () =>
      changing('delivery.finished', (event) =>
        event.nextAt === undefined ? event : { ...event, nextAt: event.nextAt + 1_000 },
      ),
    breaks: /D4/,
  },
  {
    does: 'gives a receiver a second more',
    decide: () => changing('delivery.started', (event) => ({ ...event, until: event.until + 1_000 })),
    breaks: /due/,
  },
  {
    does: 'takes an answer for a timeout',
    decide: () =>
      changing('delivery.finished', (event) => ({ ...event, outcome: { kind: 'failed', failure: 'timeout' } })),
    breaks: /D2/,
  },
  {
    does: 'signs with the new secret alone where the old one has to go on',
    afterEvolve: (account, event) => {
      if (event.type === 'webhook-secret.rotated') account.formerSecret = undefined;
    },
    breaks: /D8/,
  },
  {
    does: 'fails a job whose webhook nobody takes',
    afterEvolve: ({ deliveries, jobs }, event) => {
      if (event.type !== 'delivery.finished') return;
      const { state, jobId = '' } = deliveries.get(event.deliveryId) ?? {};
      const job = jobs.get(jobId);
      if (state?.status !== 'abandoned' || job === undefined) return;
      job.state = { status: 'failed', at: event.at, code: 'processing_failed', reason: null };
    },
    breaks: /D9/,
  },
];
