/** Webhooks: when one is sent, where to, and when none is. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { type Check, type Need, check } from '../check.ts';
import { sessionsOnceCalled, sharedAddress, uncalled } from '../probes/callbacks.ts';
import { type Announced, announced, announcements, dataOf, failures, seen, successes } from '../probes/webhooks.ts';
import { memberOf, textIn } from '../reading/members.ts';
import type { Delivery, Mailbox } from '../receiver.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

const needs: readonly Need[] = ['spend', 'receiver'];

/** Ended as it should: without that, no webhook was due. */
const hasEnded = ({ job, outcome }: Announced): boolean =>
  outcome === 'succeeded' ? job.status === 'succeeded' : job.status === 'failed';

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  // What stands before it, a gateway may have taken away.
  return pathname.slice(pathname.indexOf('/hooks/')) + search;
};

/** Those of a job that says so itself; a body that says nothing may be of any. */
const isOf = (delivery: Delivery, id: string): boolean => {
  const named = memberOf(dataOf(delivery), 'id');
  return named === undefined || named === id;
};

/** One of this job, or as many as there are jobs, whichever ids are in them. */
const hasOne = ({ deliveries }: Mailbox, jobs: number, id: string): boolean =>
  deliveries.some((delivery) => isOf(delivery, id)) ||
  new Set(deliveries.map(({ body }) => body.toString())).size >= jobs;

/** It counts as sent even if it was sent to the wrong place, which is the finding of another check. */
const hasCome = async (t: Trial, { box, job }: Announced): Promise<boolean> =>
  box.deliveries.length > 0 || (await t.run.receiver()).strays.some((stray) => isOf(stray, job.id));

const unfinished: ReadonlySet<unknown> = new Set(['queued', 'processing']);
const isUnfinished = (look: Exchange): boolean => isSuccess(look) && unfinished.has(textIn(look, 'status'));

export const webhookEventChecks: readonly Check[] = [
  check({
    id: 'webhook.succeeded-sent',
    title: 'a webhook is sent when a job has succeeded, for each of several that have one address',
    clauses: ['events.content.succeeded-sent'],
    needs,
    run: async (t) => {
      const one = await announced(t, 'face-swap-image');
      if (hasEnded(one))
        t.expect('events.content.succeeded-sent', await hasCome(t, one), {
          expected: 'a webhook of the job that has succeeded',
          actual: 'none came',
          at: [one.job.acknowledgement, one.job.end],
        });
      const { box, jobs } = await t.once(sharedAddress);
      for (const { id, status, acknowledgement, end } of jobs) {
        if (status !== 'succeeded') t.tried();
        else
          t.expect('events.content.succeeded-sent', hasOne(box, jobs.length, id), {
            expected: 'a webhook of the job, beside those of others that have the same address',
            actual: `${box.deliveries.length} came, and none of job ${id}`,
            at: [acknowledgement, end],
          });
      }
    },
  }),
  check({
    id: 'webhook.failed-sent',
    title: 'a webhook is sent when a job has failed, whatever made it fail',
    clauses: ['events.content.failed-sent'],
    needs: [...needs, 'failing-input'],
    run: async (t) => {
      for (const one of await failures(t)) {
        if (!hasEnded(one)) t.tried();
        else
          t.expect('events.content.failed-sent', await hasCome(t, one), {
            expected: `a webhook of the job that has failed (${one.outcome})`,
            actual: 'none came',
            at: [one.job.acknowledgement, one.job.end],
          });
      }
      const { box, jobs } = await t.once(sharedAddress);
      for (const { id, status, acknowledgement, end } of jobs) {
        if (status !== 'failed') t.tried();
        else
          t.expect('events.content.failed-sent', hasOne(box, jobs.length, id), {
            expected: 'a webhook of the job, beside those of others that have the same address',
            actual: `${box.deliveries.length} came, and none of job ${id}`,
            at: [acknowledgement, end],
          });
      }
    },
  }),
  check({
    id: 'webhook.every-capability',
    title: 'jobs of every capability send their webhook',
    clauses: ['events.content.every-capability'],
    needs,
    run: async (t) => {
      const all = (await successes(t)).filter(hasEnded);
      if (all.every(({ box }) => box.deliveries.length === 0)) t.wanted(undefined, 'a capability whose webhook comes');
      for (const one of all)
        t.expect('events.content.every-capability', one.box.deliveries.length > 0, {
          expected: `a webhook of ${one.endpoint}`,
          actual: 'none came',
          at: [one.job.acknowledgement, one.job.end],
        });
      if (all.length < jobEndpoints.length) t.tried();
    },
  }),
  check({
    id: 'webhook.posted-to-callback-url',
    title: 'a webhook is a POST to the address of its job, as it was given',
    clauses: ['events.content.posted-to-callback-url'],
    needs,
    run: async (t) => {
      const { strays } = await t.run.receiver();
      const all = await announcements(t);
      if (all.every(({ box }) => box.deliveries.length === 0) && strays.length === 0)
        t.wanted(undefined, 'a webhook that comes');
      for (const { box, callbackUrl, job, outcome, endpoint } of all) {
        const [stray] = strays.filter(({ json }) => memberOf(memberOf(json, 'data'), 'id') === job.id);
        if (stray !== undefined)
          t.expect('events.content.posted-to-callback-url', box.deliveries.length > 0, {
            expected: `a POST to ${callbackUrl}`,
            actual: `${stray.method} ${stray.path}`,
            at: [job.acknowledgement, seen(box, stray)],
          });
        for (const delivery of box.deliveries) {
          t.expect('events.content.posted-to-callback-url', delivery.method === 'POST', {
            expected: 'POST',
            actual: delivery.method,
            at: [job.acknowledgement, seen(box, delivery)],
          });
          t.expect('events.content.posted-to-callback-url', delivery.path.endsWith(pathOf(callbackUrl)), {
            expected: pathOf(callbackUrl),
            actual: delivery.path,
            at: [job.acknowledgement, seen(box, delivery)],
          });
          const id = memberOf(dataOf(delivery), 'id');
          // An id of another of our jobs: their addresses were mixed up.
          const other = all.find((one) => one.job.id === id && one.box !== box);
          t.expect('events.content.posted-to-callback-url', other === undefined, {
            expected: `the webhook of ${endpoint} (${outcome})`,
            actual: `that of ${other?.endpoint ?? 'another'} (${other?.outcome ?? ''})`,
            at: [job.acknowledgement, seen(box, delivery)],
          });
        }
      }
    },
  }),
  check({
    id: 'webhook.none-before-terminal',
    title: 'no webhook is sent before its job has ended',
    clauses: ['events.content.none-before-terminal'],
    needs,
    run: async (t) => {
      for (const { early, job, box } of await announcements(t)) {
        const [first] = box.deliveries;
        if (first === undefined) {
          t.tried();
          continue;
        }
        t.expect('events.content.none-before-terminal', early === undefined, {
          expected: 'no webhook while the job is queued or processing',
          actual: `one that came before the job was seen as ${String(memberOf(early?.answer?.json, 'status'))}`,
          at: [job.acknowledgement, seen(box, first), ...(early === undefined ? [] : [early])],
        });
        t.expect('events.content.none-before-terminal', !isUnfinished(job.end), {
          expected: 'a job that is over when its webhook has come',
          at: [job.acknowledgement, seen(box, first), job.end],
        });
        for (const delivery of box.deliveries) {
          t.expect('events.content.none-before-terminal', !unfinished.has(memberOf(dataOf(delivery), 'status')), {
            expected: 'no webhook of an unfinished job',
            actual: delivery.body.subarray(0, 300).toString(),
            at: [job.acknowledgement, seen(box, delivery)],
          });
        }
      }
    },
  }),
  check({
    id: 'webhook.none-without-callback',
    title: 'a job that was submitted without callback_url sends no webhook',
    clauses: ['events.content.none-without-callback'],
    needs,
    run: async (t) => {
      const { box, jobs, further, strays } = await t.once(uncalled);
      for (const { id, acknowledgement, end } of jobs) {
        const [sent] = [...further, ...strays].filter((delivery) => memberOf(dataOf(delivery), 'id') === id);
        t.expect('events.content.none-without-callback', sent === undefined, {
          expected: 'no webhook of a job without callback_url',
          actual: `${sent?.method ?? ''} ${sent?.path ?? ''}`,
          at: sent === undefined ? end : [acknowledgement, seen(box, sent)],
        });
      }
    },
  }),
  check({
    id: 'webhook.none-for-sessions',
    title: 'a session sends no webhook',
    clauses: ['events.content.none-for-sessions'],
    needs,
    run: async (t) => {
      const { sessions, further, jobId } = await t.once(sessionsOnceCalled);
      // A repeat of the job's own webhook is no webhook of a session.
      const [sent] = further.filter(
        ({ delivery }) =>
          memberOf(dataOf(delivery), 'id') !== jobId || !String(memberOf(delivery.json, 'event')).startsWith('job.'),
      );
      t.expect('events.content.none-for-sessions', sent === undefined, {
        expected: 'nothing, to any address',
        actual: sent?.delivery.body.subarray(0, 300).toString() ?? 'nothing',
        at: sent === undefined ? sessions : [...sessions, seen(sent.box, sent.delivery)],
      });
    },
  }),
];
