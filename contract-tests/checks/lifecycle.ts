/** The life of a job: from queued through processing to one of two ends, and never back. */
import { jobErrors, type JobErrorCode } from '../../spec/errors.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import type { FinishedJob } from '../finished-job.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { failedWith, failures, succeeded } from '../probes/jobs.ts';
import { isObject, memberOf, textIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess, statusOf } from '../wire/exchange.ts';
import { readError } from '../reading/error.ts';

const statuses = ({ looks }: FinishedJob): readonly (string | undefined)[] =>
  looks.map((look) => textIn(look, 'status'));

const allJobs = async (t: Trial): Promise<readonly FinishedJob[]> => {
  const jobs: FinishedJob[] = [];
  for (const endpoint of jobEndpoints) jobs.push(await succeeded(t, endpoint));
  return jobs;
};

/** A job that nobody else looks at, where the clock is moved by the judge: from its first moment on, at each of its turns. */
const lookedAtClosely = async (t: Trial): Promise<readonly FinishedJob[]> =>
  t.target.control === undefined ? [] : [await t.finished(await t.main(), 'face-swap-image')];

/** Looks at a job that has ended, again and again, as time goes on: each look must show the same end. */
const staysEnded = async (
  t: Trial,
  clause: 'states.job.succeeded-terminal' | 'states.job.failed-terminal',
  { end, acknowledgement, status }: FinishedJob,
): Promise<void> => {
  const account = await t.main();
  for (const seconds of [1, 30, t.target.control === undefined ? 30 : 3_600]) {
    await t.run.pass(seconds);
    const later = await t.look(account, acknowledgement);
    const shown = textIn(later, 'status');
    if (!isSuccess(later) || shown === undefined) t.tried();
    else
      t.expect(clause, shown === status, {
        expected: `a job that stays ${String(status)}`,
        actual: shown,
        at: [end, later],
      });
  }
};

export const lifecycleChecks: readonly Check[] = [
  check({
    id: 'lifecycle.submit-to-queued',
    title: 'a job comes into being as queued',
    clauses: ['states.job.submit-to-queued'],
    needs: ['spend'],
    run: async (t) => {
      for (const { acknowledgement } of await allJobs(t)) {
        t.expect('states.job.submit-to-queued', textIn(acknowledgement, 'status') === 'queued', {
          expected: 'an acknowledgement with status queued',
          at: acknowledgement,
        });
      }
    },
  }),
  check({
    id: 'lifecycle.ends-succeeded',
    title: 'a job whose inputs are good ends as succeeded',
    clauses: ['states.job.processing-to-succeeded'],
    needs: ['spend'],
    run: async (t) => {
      for (const job of await allJobs(t)) {
        // Whether a poller ever sees it in processing is open (gap processing-visible).
        t.expect('states.job.processing-to-succeeded', job.status === 'succeeded', {
          expected: 'a job that succeeds',
          at: [job.acknowledgement, job.end],
          gaps: ['processing-visible'],
        });
      }
    },
  }),
  check({
    id: 'lifecycle.ends-failed',
    title: 'a job that gives no result ends as failed',
    clauses: ['states.job.processing-to-failed'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      for (const job of await failures(t)) {
        t.expect('states.job.processing-to-failed', job.status === 'failed', {
          expected: 'a job that fails',
          at: [job.acknowledgement, job.end],
        });
      }
    },
  }),
  check({
    id: 'lifecycle.never-back-to-queued',
    title: 'a job that was processing is never queued again',
    clauses: ['states.job.never-back-to-queued'],
    needs: ['spend'],
    run: async (t) => {
      const never = 'states.job.never-back-to-queued';
      for (const job of [...(await allJobs(t)), ...(await lookedAtClosely(t))]) {
        const seen = statuses(job);
        const after = seen.slice(seen.indexOf('processing') + 1);
        // One that nobody saw in processing, or after it, may have gone back unseen.
        if (!seen.includes('processing') || after.every((status) => status === undefined)) t.tried();
        else
          t.expect(never, !after.includes('queued'), {
            expected: 'queued before processing only',
            actual: seen,
            at: job.looks,
          });
      }
      if (!t.conclusions.has(never)) t.undecided('processing-visible', 'no job was seen in processing');
    },
  }),
  check({
    id: 'lifecycle.succeeded-terminal',
    title: 'a job that succeeded stays so',
    clauses: ['states.job.succeeded-terminal'],
    needs: ['spend'],
    run: async (t) => {
      const job = await succeeded(t, 'face-swap-image');
      t.wanted(job.status === 'succeeded' ? job : undefined, 'a job that succeeds', job.end);
      await staysEnded(t, 'states.job.succeeded-terminal', job);
    },
  }),
  check({
    id: 'lifecycle.failed-terminal',
    title: 'a job that failed stays so',
    clauses: ['states.job.failed-terminal'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      for (const job of await failures(t)) {
        t.wanted(job.status === 'failed' ? job : undefined, 'a job that fails', job.end);
        await staysEnded(t, 'states.job.failed-terminal', job);
      }
    },
  }),
  check({
    id: 'lifecycle.failed-error-code',
    title: 'error.code of a failed job is one of the three job-level codes',
    clauses: ['states.job.failed-error-code'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      for (const { status, job, end } of await failures(t)) {
        const code = memberOf(job['error'], 'code');
        if (status !== 'failed' || code === undefined) t.tried();
        else
          t.expect('states.job.failed-error-code', typeof code === 'string' && code in jobErrors, {
            expected: `one of ${Object.keys(jobErrors).join(', ')}`,
            actual: code,
            at: end,
          });
      }
    },
  }),
  ...(['code', 'message'] as const).flatMap((member) => [
    check({
      id: `job.error-${member}-present`,
      title: `error of a failed job has a ${member}`,
      clauses: [clauseNamed(`resources.job.error-${member}-present`)],
      needs: ['spend', 'failing-input'],
      run: async (t) => {
        for (const { job, end } of await failures(t)) {
          if (!isObject(job['error'])) t.tried();
          else
            t.expect(
              clauseNamed(`resources.job.error-${member}-present`),
              memberOf(job['error'], member) !== undefined,
              {
                expected: `an error with a ${member}`,
                actual: job['error'],
                at: end,
              },
            );
        }
      },
    }),
    check({
      id: `job.error-${member}-string`,
      title: `${member} of a failed job's error is a string`,
      clauses: [clauseNamed(`resources.job.error-${member}-string`)],
      needs: ['spend', 'failing-input'],
      run: async (t) => {
        for (const { job, end } of await failures(t)) {
          const value = memberOf(job['error'], member);
          if (value === undefined) t.tried();
          else
            t.expect(clauseNamed(`resources.job.error-${member}-string`), typeof value === 'string', {
              expected: 'a string',
              actual: value,
              at: end,
            });
        }
      },
    }),
  ]),
  check({
    id: 'job.error-present',
    title: 'a failed job carries an error object',
    clauses: ['resources.job.error-present'],
    needs: ['spend', 'failing-input'],
    run: async (t) => {
      for (const { status, job, end } of await failures(t)) {
        if (status !== 'failed') t.tried();
        else
          t.expect('resources.job.error-present', isObject(job['error']), {
            expected: 'an error object',
            actual: job['error'] ?? 'nothing',
            at: end,
          });
      }
    },
  }),
  ...(Object.keys(jobErrors) as JobErrorCode[]).flatMap((code) => {
    const word = code.replaceAll('_', '-');
    const trigger = clauseNamed(`errors.${word}-trigger`);
    const named = clauseNamed(`errors.${word}-code`);
    const level = clauseNamed(`errors.${word}-job-level`);
    return [
      check({
        id: `errors.${word}-in-job`,
        title: `a job that fails for it has error.code ${code}`,
        clauses: [trigger, named],
        needs: ['spend', 'failing-input'],
        run: async (t) => {
          const { status, job, end, acknowledgement } = await failedWith(t, code);
          t.expect(trigger, status === 'failed', { expected: 'a job that fails', at: [acknowledgement, end] });
          const shown = memberOf(job['error'], 'code');
          t.expect(named, shown === code, { expected: code, actual: shown ?? 'no code', at: [acknowledgement, end] });
        },
      }),
      check({
        id: `errors.${word}-job-level`,
        title: `${code} is told by the job, and by no answer to a request`,
        clauses: [level],
        needs: ['spend', 'failing-input'],
        run: async (t) => {
          const expectIn = (exchanges: readonly Exchange[]): void => {
            for (const exchange of exchanges) {
              const isError = statusOf(exchange) >= 400;
              const shown = isError ? readError(exchange.answer?.json)?.code : undefined;
              t.expect(level, shown !== code, { expected: 'a success that shows the job', at: exchange });
            }
          };
          try {
            const { acknowledgement, looks } = await failedWith(t, code);
            expectIn([acknowledgement, ...looks]);
          } catch (error) {
            // An answer that is an error itself is why the job could not be followed to its end.
            if (error instanceof NotTestable) expectIn(error.exchanges);
            throw error;
          }
        },
      }),
    ];
  }),
];
