/** What jobs say of their failure: codes that are others, errors without their members, errors of requests, charges that are not there. */
import { clauseNamed } from '../clause-named.ts';
import { isObject, memberOf } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Members, showingJobs, without } from './ports.ts';

const erring = (change: (error: Members) => unknown): (() => Ports) =>
  showingJobs((shown) =>
    shown['status'] === 'failed' && isObject(shown['error']) ? { ...shown, error: change(shown['error']) } : shown,
  );

const coded = (from: string, to: string): (() => Ports) =>
  erring((error) => (error['code'] === from ? { ...error, code: to } : error));

type Answer = Parameters<ReturnType<NonNullable<Ports['present']>>>[0];

/** Looks at jobs that failed with a code are answered otherwise. */
const failing = (code: string, change: (answer: Answer, job: Members) => Answer): Ports => ({
  present: (next) => (answer, asked) => {
    const { body } = answer;
    const isIt = asked.operation === 'getJob' && isObject(body) && memberOf(body['error'], 'code') === code;
    return next(isIt && asked.refused === undefined ? change(answer, body) : answer, asked);
  },
});

export const failedJobDefects: readonly Defect[] = [
  ...(['face_not_detected', 'content_rejected', 'processing_failed'] as const).flatMap((code): Defect[] => {
    const word = code.replaceAll('_', '-');
    const other = code === 'processing_failed' ? 'content_rejected' : 'processing_failed';
    const level = clauseNamed(`errors.${word}-job-level`);
    return [
      {
        id: `lifecycle.${word}-misnamed`,
        does: `says ${other} of a job that failed with ${code}`,
        clause: clauseNamed(`errors.${word}-code`),
        ports: coded(code, other),
      },
      {
        id: `lifecycle.${word}-as-http-error`,
        does: `answers a look at a job that failed with 400 ${code}`,
        clause: level,
        also: ['endpoints.jobs.returns-job'],
        ports: () => failing(code, (answer, { error }) => ({ ...answer, status: 400, body: { error } })),
      },
      {
        id: `lifecycle.${word}-with-422`,
        does: `shows a job that failed with ${code} under the status 422`,
        clause: level,
        also: ['endpoints.jobs.returns-job'],
        ports: () => failing(code, (answer) => ({ ...answer, status: 422 })),
      },
    ];
  }),
  {
    id: 'lifecycle.unknown-code',
    does: 'gives a job that failed in its render the code gpu_out_of_memory',
    clause: 'states.job.failed-error-code',
    also: ['errors.processing-failed-code'],
    ports: coded('processing_failed', 'gpu_out_of_memory'),
  },
  {
    id: 'lifecycle.http-code-in-job',
    does: 'gives a job that failed in its render the code internal_error',
    clause: 'states.job.failed-error-code',
    also: ['errors.processing-failed-code'],
    ports: coded('processing_failed', 'internal_error'),
  },
  {
    id: 'lifecycle.code-in-capitals',
    does: 'writes the codes of failed jobs in capitals',
    clause: 'states.job.failed-error-code',
    also: ['errors.face-not-detected-code', 'errors.content-rejected-code', 'errors.processing-failed-code'],
    ports: erring((error) => ({ ...error, code: String(error['code']).toUpperCase() })),
  },
  {
    id: 'lifecycle.failed-without-error',
    does: 'shows null as the error of a job that failed',
    clause: 'resources.job.error-present',
    also: ['errors.face-not-detected-code', 'errors.content-rejected-code', 'errors.processing-failed-code'],
    ports: erring(() => null),
  },
  {
    id: 'lifecycle.error-as-text',
    does: 'shows the code of a job that failed as its error, without an object',
    clause: 'resources.job.error-present',
    also: [
      'resources.job.error-object-or-null',
      'errors.face-not-detected-code',
      'errors.content-rejected-code',
      'errors.processing-failed-code',
    ],
    ports: erring((error) => error['code']),
  },
  {
    id: 'lifecycle.error-false',
    does: 'shows false as the error of a job that succeeded',
    clause: 'resources.job.error-object-or-null',
    ports: showingJobs((shown) => (shown['status'] === 'succeeded' ? { ...shown, error: false } : shown)),
  },
  {
    id: 'lifecycle.code-missing',
    does: 'leaves the code out of the error of a job',
    clause: 'resources.job.error-code-present',
    also: ['errors.face-not-detected-code', 'errors.content-rejected-code', 'errors.processing-failed-code'],
    ports: erring((error) => without(error, 'code')),
  },
  {
    id: 'lifecycle.code-renamed',
    does: 'writes the code in the error of a job as type',
    clause: 'resources.job.error-code-present',
    also: ['errors.face-not-detected-code', 'errors.content-rejected-code', 'errors.processing-failed-code'],
    ports: erring(({ code: type, ...rest }) => ({ ...rest, type })),
  },
  {
    id: 'lifecycle.code-a-number',
    does: 'numbers the codes of jobs that failed',
    clause: 'resources.job.error-code-string',
    also: [
      'states.job.failed-error-code',
      'errors.face-not-detected-code',
      'errors.content-rejected-code',
      'errors.processing-failed-code',
    ],
    ports: erring((error) => ({ ...error, code: 17 })),
  },
  {
    id: 'lifecycle.message-missing',
    does: 'leaves the message out of the error of a job',
    clause: 'resources.job.error-message-present',
    ports: erring((error) => without(error, 'message')),
  },
  {
    id: 'lifecycle.message-renamed',
    does: 'writes the message in the error of a job as detail',
    clause: 'resources.job.error-message-present',
    ports: erring(({ message: detail, ...rest }) => ({ ...rest, detail })),
  },
  {
    id: 'lifecycle.message-a-list',
    does: 'gives a list of messages in the error of a job',
    clause: 'resources.job.error-message-string',
    ports: erring((error) => ({ ...error, message: [error['message']] })),
  },
  {
    id: 'lifecycle.failed-without-charge',
    does: 'leaves charged_usd out of a job that failed',
    clause: 'resources.job.charged-usd-present',
    ports: showingJobs((shown) => (shown['status'] === 'failed' ? without(shown, 'charged_usd') : shown)),
  },
  {
    id: 'lifecycle.rejected-without-charge',
    does: 'leaves charged_usd out of a job whose input was rejected, for it was never rendered',
    clause: 'resources.job.charged-usd-present',
    ports: showingJobs((shown) =>
      memberOf(shown['error'], 'code') === 'content_rejected' ? without(shown, 'charged_usd') : shown,
    ),
  },
];
