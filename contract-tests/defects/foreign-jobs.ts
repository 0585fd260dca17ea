/** Jobs that others see, and what is said of those that are none of the caller's, or none at all. */
import { isObject } from '../reading/members.ts';
import type { Defect } from './defect.ts';

export const foreignJobDefects: readonly Defect[] = [
  ...(
    [
      ['everyone', 'shows a job that its owner has looked at to everyone', () => true, 200],
      ['ended', 'shows a job that has succeeded to everyone', (job) => job['status'] === 'succeeded', 200],
      ['failed', 'shows a job that has failed to everyone', (job) => job['status'] === 'failed', 200],
      ['leaking', 'says 404 about a foreign job and shows it all the same', () => true, 404],
    ] as const satisfies readonly (readonly [
      string,
      string,
      (job: { readonly [name: string]: unknown }) => boolean,
      number,
    ])[]
  ).map(([word, does, shows, status]): Defect => ({
    id: `access.foreign-job-${word}`,
    does,
    clause: 'endpoints.jobs.owner-only',
    also: ['errors.not-found-foreign-job', 'errors.not-found-code'],
    ports: () => {
      const seen = new Map<string, { readonly [name: string]: unknown }>();
      return {
        present: (next) => (answer, asked) => {
          if (asked.operation !== 'getJob') return next(answer, asked);
          if (asked.refused === undefined && isObject(answer.body)) seen.set(asked.path, answer.body);
          const job = seen.get(asked.path);
          return asked.refused !== 'not_found' || job === undefined || !shows(job)
            ? next(answer, asked)
            : next({ ...answer, status, body: job }, asked);
        },
      };
    },
  })),
  ...(
    [
      ['forbidden', 'says that a foreign job is forbidden', 403, 'forbidden', 'errors.not-found-code'],
      ['unauthorized', 'says unauthorized about a foreign job', 401, 'unauthorized', 'errors.not-found-foreign-job'],
    ] as const
  ).map(([word, does, status, code, clause]): Defect => ({
    id: `access.foreign-job-${word}`,
    does,
    clause,
    also: ['errors.not-found-foreign-job', 'errors.not-found-code', 'errors.not-found-status'],
    ports: () => {
      const seen = new Set<string>();
      return {
        present: (next) => (answer, asked) => {
          if (asked.operation !== 'getJob') return next(answer, asked);
          if (asked.refused === undefined) seen.add(asked.path);
          return asked.refused === 'not_found' && seen.has(asked.path)
            ? next({ ...answer, status, body: { error: { code, message: 'It is not yours.' } } }, asked)
            : next(answer, asked);
        },
      };
    },
  })),
  ...(
    [
      ['empty', 'answers an unknown job with null', 200, null],
      ['queued', 'takes every job for one in the queue', 200, { id: 'job', status: 'queued', error: null }],
      [
        'failed',
        'takes an unknown job for a failed one',
        200,
        { id: 'job', status: 'failed', error: { code: 'processing_failed', message: 'No.' } },
      ],
      ['invalid', 'calls an unknown id invalid input', 400, { error: { code: 'invalid_input', message: 'No id.' } }],
      ['crash', 'breaks on an unknown id', 500, { error: { code: 'internal_error', message: 'It broke.' } }],
    ] as const
  ).map(([word, does, status, body]): Defect => ({
    id: `access.unknown-job-${word}`,
    does,
    clause: 'errors.not-found-unknown-job',
    also: ['errors.not-found-foreign-job', 'endpoints.jobs.owner-only', 'errors.not-found-code'],
    ports: () => ({
      present: (next) => (answer, asked) =>
        asked.operation === 'getJob' && asked.refused === 'not_found'
          ? next({ ...answer, status, body }, asked)
          : next(answer, asked),
    }),
  })),
];
