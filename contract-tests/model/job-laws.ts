/** Laws of jobs: their states, their ends, and what is told of them. */
import { jobErrors } from '../../spec/errors.ts';
import { jobStatuses } from '../../spec/vocabulary.ts';
import { readError } from '../reading/error.ts';
import { isTerminal, memberOf, microsOf, textIn } from '../reading/members.ts';
import type { Told } from '../trial.ts';
import { type Exchange, isSuccess, statusOf as httpStatusOf } from '../wire/exchange.ts';
import { chargedOf, statusOf } from './bookkeeper.ts';
import { type Law, usd } from './law.ts';
import type { JobLog } from './log.ts';

/** From one look at a job to the next that tells a status. */
type Change = { readonly before: string | undefined; readonly status: string; readonly at: readonly Exchange[] };

const changesOf = ({ looks, late }: JobLog): readonly Change[] => {
  const telling = [...looks, ...(late === undefined ? [] : [late])].flatMap((look) => {
    const status = isSuccess(look) ? textIn(look, 'status') : undefined;
    return status === undefined ? [] : [{ look, status }];
  });
  return telling.map(({ look, status }, index) => {
    const last = telling[index - 1];
    return { before: last?.status, status, at: last === undefined ? [look] : [last.look, look] };
  });
};

const staying = (before: string, status: string, at: readonly Exchange[]): Told => ({
  expected: `a job that stays ${before}`,
  actual: status,
  at,
});

export const jobLaws: readonly Law[] = [
  {
    id: 'states-forward',
    title: 'no job in any history leaves its end, or has a status of its own',
    clauses: ['resources.job.status-enum', 'states.job.succeeded-terminal'],
    needs: ['spend'],
    judge: (log, _known, expect) => {
      for (const job of log.jobs) {
        for (const { before, status, at } of changesOf(job)) {
          const isKnown = jobStatuses.some((one) => one === status);
          expect('resources.job.status-enum', isKnown, {
            expected: `one of ${jobStatuses.join(', ')}`,
            actual: status,
            at: at.slice(-1),
          });
          if (before === 'succeeded')
            expect('states.job.succeeded-terminal', status === before, staying(before, status, at));
        }
      }
    },
  },
  {
    // By itself: what a server hides of this leaves the rest of its states to be judged.
    id: 'never-back-to-queued',
    title: 'no job in any history is queued again once it was processing',
    clauses: ['states.job.never-back-to-queued'],
    needs: ['spend'],
    mayGoUnseen: {
      clause: 'states.job.never-back-to-queued',
      gap: 'processing-visible',
      says: 'no job was seen in processing',
    },
    judge: (log, _known, expect) => {
      for (const { before, status, at } of log.jobs.flatMap(changesOf)) {
        if (before !== 'processing') continue;
        expect('states.job.never-back-to-queued', status !== 'queued', {
          expected: 'no way back to queued',
          actual: status,
          at,
        });
      }
    },
  },
  {
    id: 'failures-stay',
    title: 'no job in any history that has failed does anything more',
    clauses: ['states.job.failed-terminal'],
    needs: ['spend', 'failing-input'],
    judge: (log, _known, expect) => {
      for (const { before, status, at } of log.jobs.flatMap(changesOf))
        if (before === 'failed') expect('states.job.failed-terminal', status === before, staying(before, status, at));
    },
  },
  {
    id: 'jobs-stay',
    title: 'a job that was acknowledged can be looked at from then on, under its id',
    clauses: ['endpoints.jobs.returns-job', 'resources.job.id-as-acknowledged'],
    needs: ['spend'],
    judge: (log, _known, expect) => {
      for (const { id, acknowledgement, looks, late } of log.jobs) {
        for (const look of [...looks, ...(late === undefined ? [] : [late])]) {
          if (look.answer === undefined) continue;
          expect('endpoints.jobs.returns-job', isSuccess(look), {
            expected: 'the job that was acknowledged',
            at: [acknowledgement, look],
            gaps: ['job-retention'],
          });
          const shown = textIn(look, 'id');
          if (shown === undefined) continue;
          expect('resources.job.id-as-acknowledged', shown === id, {
            expected: 'the id of its acknowledgement',
            actual: shown,
            at: [acknowledgement, look],
          });
        }
      }
    },
  },
  {
    id: 'charge-stays',
    title: 'a job that has ended says the same of its charge for good',
    clauses: ['resources.job.charged-usd-amount'],
    needs: ['spend'],
    judge: (log, _known, expect) => {
      for (const job of log.jobs) {
        const late = microsOf(memberOf(job.late?.answer?.json, 'charged_usd'));
        if (job.late === undefined || statusOf(job) !== 'succeeded' || Number.isNaN(late)) continue;
        expect('resources.job.charged-usd-amount', late === chargedOf(job), {
          expected: usd(chargedOf(job)),
          actual: usd(late),
          at: [...job.looks.slice(-1), job.late],
        });
      }
    },
  },
  {
    id: 'ends-as-told',
    title: 'a job that gives no result ends as failed, with the code of its cause',
    clauses: ['states.job.processing-to-failed', 'states.job.failed-error-code'],
    needs: ['spend', 'failing-input'],
    judge: (log, _known, expect) => {
      for (const job of log.jobs) {
        const end = job.looks.at(-1);
        if (end === undefined || !isTerminal(end) || job.forced === undefined || job.forced === 'succeeded') continue;
        expect('states.job.processing-to-failed', statusOf(job) === 'failed', {
          expected: 'a job that fails',
          at: [job.acknowledgement, end],
        });
        const code = memberOf(memberOf(end.answer?.json, 'error'), 'code');
        if (code === undefined) continue;
        expect('states.job.failed-error-code', typeof code === 'string' && Object.hasOwn(jobErrors, code), {
          expected: `one of ${Object.keys(jobErrors).join(', ')}`,
          actual: code,
          at: end,
        });
      }
    },
  },
  {
    id: 'job-codes-in-jobs-only',
    title: 'the codes of jobs are told by jobs and by no answer to a request',
    clauses: [
      'errors.face-not-detected-job-level',
      'errors.content-rejected-job-level',
      'errors.processing-failed-job-level',
    ],
    needs: ['spend', 'control'],
    judge: (log, _known, expect) => {
      for (const exchange of log.exchanges) {
        const code = httpStatusOf(exchange) >= 400 ? readError(exchange.answer?.json)?.code : undefined;
        for (const one of ['face-not-detected', 'content-rejected', 'processing-failed'] as const) {
          const isTold = code === one.replaceAll('-', '_');
          expect(`errors.${one}-job-level`, !isTold, { expected: 'a success that shows the job', at: exchange });
        }
      }
    },
  },
];
