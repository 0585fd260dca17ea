/** The job: its members in each state, and the states it goes through. */
import { jobEndpoints, jobStatuses } from '../../spec/vocabulary.ts';
import type { FinishedJob } from '../finished-job.ts';
import { type Check, check } from '../check.ts';
import { failures, submitted, succeeded } from '../probes/jobs.ts';
import { isObject, memberOf, textIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { type Seen, fieldChecks } from './fields.ts';

/** A job of every capability, to its end. */
const allOf = async (t: Trial): Promise<readonly FinishedJob[]> => {
  const jobs: FinishedJob[] = [];
  for (const endpoint of jobEndpoints) jobs.push(await succeeded(t, endpoint));
  return jobs;
};

const seenAt = (exchange: Exchange): Seen => ({ exchange, value: exchange.answer?.json });

const ended = async (t: Trial, status: 'succeeded' | 'failed'): Promise<readonly Seen[]> => {
  const jobs = status === 'succeeded' ? await allOf(t) : await failures(t);
  return jobs.filter((job) => job.status === status).map(({ end }) => seenAt(end));
};

/** Every look at every job: an unfinished one shows what it likes of its result. */
const looks = async (t: Trial): Promise<readonly Seen[]> =>
  (await allOf(t)).flatMap((job) => job.looks.filter(isSuccess).map(seenAt));

/** The ends of jobs that failed, where some can be had. */
const failedIfAny = async (t: Trial): Promise<readonly Seen[]> => {
  try {
    return await ended(t, 'failed');
  } catch (error) {
    if (error instanceof NotTestable) return [];
    throw error;
  }
};

export const jobChecks: readonly Check[] = [
  check({
    id: 'jobs.returns-job',
    title: 'GET /jobs/{job_id} answers with the job',
    clauses: ['endpoints.jobs.returns-job'],
    needs: ['spend'],
    run: async (t) => {
      const acknowledgement = await submitted(t, 'face-swap-image');
      const look = await t.look(await t.main(), acknowledgement);
      t.expect('endpoints.jobs.returns-job', isSuccess(look) && isObject(look.answer?.json), {
        expected: 'a success with a Job object',
        at: [acknowledgement, look],
      });
    },
  }),
  ...fieldChecks('job', 'resources.job', 'standard', ['id'], 'string', looks, ['spend']),
  ...fieldChecks('job', 'resources.job', 'standard', ['output_url'], 'string', (t) => ended(t, 'succeeded'), ['spend']),
  ...fieldChecks('job', 'resources.job', 'standard', ['charged_usd'], 'number', (t) => ended(t, 'succeeded'), [
    'spend',
  ]),
  check({
    id: 'job.id-as-acknowledged',
    title: 'a job has the id that its submit was acknowledged with',
    clauses: ['resources.job.id-as-acknowledged'],
    needs: ['spend'],
    run: async (t) => {
      for (const { id, end, acknowledgement } of await allOf(t)) {
        const shown = textIn(end, 'id');
        if (id === '' || shown === undefined) t.tried();
        else
          t.expect('resources.job.id-as-acknowledged', shown === id, {
            expected: id,
            actual: shown,
            at: [acknowledgement, end],
          });
      }
    },
  }),
  check({
    id: 'job.status-present',
    title: 'a job carries its status',
    clauses: ['resources.job.status-present'],
    needs: ['spend'],
    run: async (t) => {
      // Without a status no job can be followed: one look decides.
      const acknowledgement = await submitted(t, 'face-swap-image');
      const look = await t.look(await t.main(), acknowledgement);
      if (!isSuccess(look)) t.tried();
      else
        t.expect('resources.job.status-present', memberOf(look.answer?.json, 'status') !== undefined, {
          expected: 'a job with a status',
          at: look,
        });
    },
  }),
  check({
    id: 'job.status-enum',
    title: 'the status of a job is queued, processing, succeeded or failed',
    clauses: ['resources.job.status-enum'],
    needs: ['spend'],
    run: async (t) => {
      const account = await t.main();
      for (const endpoint of jobEndpoints) {
        const acknowledgement = await t.submit(account, endpoint);
        if (!isSuccess(acknowledgement)) {
          t.tried();
          continue;
        }
        // Whatever it says: a status that is none of the four never ends.
        for (let turn = 0; turn < 20; turn++) {
          const look = await t.look(account, acknowledgement);
          const status = memberOf(look.answer?.json, 'status');
          if (status !== undefined)
            t.expect(
              'resources.job.status-enum',
              jobStatuses.some((one) => one === status),
              {
                expected: `one of ${jobStatuses.join(', ')}`,
                actual: status,
                at: look,
              },
            );
          if (status === 'succeeded' || status === 'failed') break;
          await t.run.step(2);
        }
      }
    },
  }),
  check({
    id: 'job.failed-charged-usd-present',
    title: 'a job that has failed carries charged_usd',
    clauses: ['resources.job.charged-usd-present'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      for (const { exchange, value } of await ended(t, 'failed')) {
        t.expect('resources.job.charged-usd-present', memberOf(value, 'charged_usd') !== undefined, {
          expected: 'a failed job with charged_usd',
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'job.error-object-or-null',
    title: 'error of a job is an object or null, where it is there',
    clauses: ['resources.job.error-object-or-null'],
    needs: ['spend'],
    run: async (t) => {
      for (const { exchange, value } of [...(await looks(t)), ...(await failedIfAny(t))]) {
        const error = memberOf(value, 'error');
        // An unfinished job may show an empty one (gap pending-fields).
        if (error === undefined || error === '') t.tried();
        else
          t.expect('resources.job.error-object-or-null', error === null || isObject(error), {
            expected: 'an object or null',
            actual: error,
            at: exchange,
            gaps: ['pending-fields'],
          });
      }
    },
  }),
];
