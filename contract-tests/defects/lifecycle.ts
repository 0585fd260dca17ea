/** Jobs that leave their end, go back, have states of their own, end otherwise than they should, or get lost. */
import type { ClauseId } from '../../spec/clauses.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { deciding, presenting, withEvents } from './ports.ts';

type Members = { readonly [name: string]: unknown };

const without = (value: Members, name: string): Members =>
  Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));

const job = (change: (job: Members) => unknown): (() => Ports) => presenting(['getJob'], change);

/** A job is shown otherwise some time after its end was first seen. */
const later =
  (seconds: number, status: 'succeeded' | 'failed', change: (job: Members) => Members): (() => Ports) =>
  () => {
    const seen = new Map<unknown, number>();
    return presenting(['getJob'], (shown, { now }) => {
      if (shown['status'] !== status) return shown;
      const first = seen.get(shown['id']) ?? now;
      seen.set(shown['id'], first);
      return now - first >= seconds * 1_000 ? change(shown) : shown;
    })();
  };

const naming = (from: string, to: string): (() => Ports) =>
  job((shown) => (shown['status'] === from ? { ...shown, status: to } : shown));

const erring = (change: (error: Members) => unknown): (() => Ports) =>
  job((shown) =>
    shown['status'] === 'failed' && isObject(shown['error']) ? { ...shown, error: change(shown['error']) } : shown,
  );

const coded = (from: string, to: string): (() => Ports) =>
  erring((error) => (error['code'] === from ? { ...error, code: to } : error));

/** What ends as failed, or as succeeded, ends as the other. */
const endingAs = (applies: (event: { readonly type: string; readonly code?: string }) => boolean): (() => Ports) =>
  deciding(
    (next) => (account, world, command, moment) =>
      withEvents(next(account, world, command, moment), (events) =>
        events.map((event) => {
          if (event.type === 'job.failed' && applies(event))
            return { type: 'job.succeeded', at: event.at, jobId: event.jobId };
          return event;
        }),
      ),
  );

export const lifecycleDefects: readonly Defect[] = [
  {
    id: 'lifecycle.succeeded-runs-again',
    does: 'shows a job that succeeded as processing twenty seconds later',
    clause: 'states.job.succeeded-terminal',
    ports: later(20, 'succeeded', (shown) => ({ ...shown, status: 'processing' })),
  },
  {
    id: 'lifecycle.succeeded-fails-later',
    does: 'shows a job that succeeded as failed half an hour later',
    clause: 'states.job.succeeded-terminal',
    ports: later(1_800, 'succeeded', (shown) => ({
      ...shown,
      status: 'failed',
      error: { code: 'processing_failed', message: 'its result is gone' },
    })),
  },
  {
    id: 'lifecycle.succeeded-expires',
    does: 'shows a job that succeeded as queued after a quarter of an hour',
    clause: 'states.job.succeeded-terminal',
    ports: later(900, 'succeeded', (shown) => ({ ...shown, status: 'queued' })),
  },
  {
    id: 'lifecycle.failed-is-tried-again',
    does: 'takes a job that failed up again, thirty seconds later',
    clause: 'states.job.failed-terminal',
    ports: later(30, 'failed', (shown) => ({ ...shown, status: 'queued', error: null })),
  },
  {
    id: 'lifecycle.failed-succeeds-later',
    does: 'lets a job that failed succeed a second later',
    clause: 'states.job.failed-terminal',
    ports: later(1, 'failed', (shown) => ({ ...shown, status: 'succeeded', error: null })),
  },
  {
    id: 'lifecycle.back-to-queued',
    does: 'shows a job as processing at once, and as queued when its render begins',
    clause: 'states.job.never-back-to-queued',
    ports: job((shown) => {
      if (shown['status'] === 'queued') return { ...shown, status: 'processing' };
      return shown['status'] === 'processing' ? { ...shown, status: 'queued' } : shown;
    }),
  },
  {
    id: 'lifecycle.flickers',
    does: 'shows every second look at a job in processing as queued',
    clause: 'states.job.never-back-to-queued',
    ports: () => {
      const looks = new Map<unknown, number>();
      return job((shown) => {
        if (shown['status'] !== 'processing') return shown;
        const look = (looks.get(shown['id']) ?? 0) + 1;
        looks.set(shown['id'], look);
        return look % 2 === 0 ? { ...shown, status: 'queued' } : shown;
      })();
    },
  },
  ...(
    [
      ['queued', 'pending'],
      ['processing', 'running'],
      ['processing', 'in_progress'],
      ['succeeded', 'completed'],
      ['succeeded', 'SUCCEEDED'],
      ['failed', 'error'],
    ] as const
  ).map(([from, to]): Defect => ({
    id: `lifecycle.${from}-called-${to.toLowerCase().replaceAll('_', '-')}${to === to.toUpperCase() ? '-in-capitals' : ''}`,
    does: `calls a job ${to} that is ${from}`,
    clause: 'resources.job.status-enum',
    ports: naming(from, to),
  })),
  {
    id: 'lifecycle.cancelled-status',
    does: 'calls a job cancelled whose render was cancelled',
    clause: 'resources.job.status-enum',
    ports: () => {
      const cancelled = new Set<unknown>();
      return {
        decide: (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) => {
            for (const event of events)
              if (event.type === 'job.failed' && event.reason === 'cancelled') cancelled.add(event.jobId);
            return events;
          }),
        ...job((shown) => (cancelled.has(shown['id']) ? { ...shown, status: 'cancelled' } : shown))(),
      };
    },
  },
  {
    id: 'lifecycle.no-status',
    does: 'shows jobs without a status',
    clause: 'resources.job.status-present',
    ports: job((shown) => without(shown, 'status')),
  },
  {
    id: 'lifecycle.failures-succeed',
    does: 'lets jobs succeed that give no result',
    clause: 'states.job.processing-to-failed',
    also: ['errors.face-not-detected-trigger', 'errors.content-rejected-trigger', 'errors.processing-failed-trigger'],
    ports: endingAs(() => true),
  },
  ...(['face_not_detected', 'content_rejected', 'processing_failed'] as const).flatMap((code): Defect[] => {
    const word = code.replaceAll('_', '-');
    const other = code === 'processing_failed' ? 'content_rejected' : 'processing_failed';
    return [
      {
        id: `lifecycle.${word}-succeeds`,
        does: `lets a job succeed that should fail with ${code}`,
        clause: `errors.${word}-trigger` as ClauseId,
        also: ['states.job.processing-to-failed'],
        ports: endingAs((event) => event.code === code),
      },
      {
        id: `lifecycle.${word}-misnamed`,
        does: `says ${other} of a job that failed with ${code}`,
        clause: `errors.${word}-code` as ClauseId,
        ports: coded(code, other),
      },
      {
        id: `lifecycle.${word}-as-http-error`,
        does: `answers a look at a job that failed with 400 ${code}`,
        clause: `errors.${word}-job-level` as ClauseId,
        also: ['endpoints.jobs.returns-job'],
        ports: () => ({
          present: (next) => (answer, asked) => {
            const { body } = answer;
            const error = asked.operation === 'getJob' && isObject(body) ? body['error'] : undefined;
            return next(
              isObject(error) && error['code'] === code ? { ...answer, status: 400, body: { error } } : answer,
              asked,
            );
          },
        }),
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
    ports: job((shown) => (shown['status'] === 'succeeded' ? { ...shown, error: false } : shown)),
  },
  {
    id: 'lifecycle.code-missing',
    does: 'leaves the code out of the error of a job',
    clause: 'resources.job.error-code-present',
    also: ['errors.face-not-detected-code', 'errors.content-rejected-code', 'errors.processing-failed-code'],
    ports: erring((error) => without(error, 'code')),
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
    id: 'lifecycle.message-a-list',
    does: 'gives a list of messages in the error of a job',
    clause: 'resources.job.error-message-string',
    ports: erring((error) => ({ ...error, message: [error['message']] })),
  },
  {
    id: 'lifecycle.another-id',
    does: 'shows a job under an id with a version behind it',
    clause: 'resources.job.id-as-acknowledged',
    ports: job((shown) => ({ ...shown, id: `${String(shown['id'])}.v1` })),
  },
  {
    id: 'lifecycle.id-in-capitals',
    does: 'shows the ids of jobs in capitals',
    clause: 'resources.job.id-as-acknowledged',
    ports: job((shown) => ({ ...shown, id: String(shown['id']).toUpperCase() })),
  },
  {
    id: 'lifecycle.lost-after-ten-minutes',
    does: 'does not know a job ten minutes after its end',
    clause: 'endpoints.jobs.returns-job',
    ports: lost((sinceMs) => sinceMs > 600_000),
  },
  {
    id: 'lifecycle.lost-at-once',
    does: 'does not know a job before its render has begun',
    clause: 'endpoints.jobs.returns-job',
    ports: () => ({
      present: (next) => (answer, asked) => {
        const { body } = answer;
        const isQueued = asked.operation === 'getJob' && isObject(body) && body['status'] === 'queued';
        return next(isQueued ? unknown(answer) : answer, asked);
      },
    }),
  },
  ...(['lip-sync', 'motion-control'] as const).map((endpoint): Defect => ({
    id: `lifecycle.${endpoint}-fails`,
    does: `lets every ${endpoint} fail`,
    clause: 'states.job.processing-to-succeeded',
    also: ['states.job.succeeded-has-result', 'service.result-downloadable'],
    ports: deciding(
      (next) => (account, world, command, moment) =>
        command.type === 'finish-job' && account.jobs.get(command.jobId)?.endpoint === endpoint
          ? next(account, world, { ...command, outcome: 'processing_failed' }, moment)
          : next(account, world, command, moment),
    ),
  })),
  {
    id: 'lifecycle.result-comes-later',
    does: 'has no file behind output_url until a minute after a job has succeeded',
    clause: 'states.job.succeeded-has-result',
    also: ['service.result-downloadable'],
    ports: () => {
      const seen = new Map<string, number>();
      return {
        serve: (next) => (asked) => {
          if (asked.file.kind !== 'result') return next(asked);
          const first = seen.get(asked.file.jobId) ?? asked.now;
          seen.set(asked.file.jobId, first);
          return asked.now - first < 60_000 ? Promise.resolve(new Response('not yet', { status: 404 })) : next(asked);
        },
      };
    },
  },
  ...(['output_url', 'charged_usd'] as const).map((name): Defect => ({
    id: `lifecycle.avatar-without-${name.replace('_', '-')}`,
    does: `gives null as ${name} of avatars that succeeded`,
    clause: name === 'output_url' ? 'resources.job.output-url-string' : 'resources.job.charged-usd-number',
    ports: () => {
      const avatars = new Set<unknown>();
      return {
        decide: (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) => {
            for (const event of events)
              if (event.type === 'job.submitted' && event.job.endpoint === 'avatar') avatars.add(event.job.id);
            return events;
          }),
        ...job((shown) =>
          shown['status'] === 'succeeded' && avatars.has(shown['id']) ? { ...shown, [name]: null } : shown,
        )(),
      };
    },
  })),
  ...jobEndpoints
    .filter((endpoint) => endpoint === 'voice-clone' || endpoint === 'character-swap')
    .map((endpoint): Defect => ({
      id: `lifecycle.${endpoint}-without-link`,
      does: `gives an empty output_url for every ${endpoint}`,
      clause: 'resources.job.output-url-present',
      also: ['states.job.succeeded-has-result', 'service.result-downloadable'],
      ports: () => {
        const ids = new Set<unknown>();
        return {
          decide: (next) => (account, world, command, moment) =>
            withEvents(next(account, world, command, moment), (events) => {
              for (const event of events)
                if (event.type === 'job.submitted' && event.job.endpoint === endpoint) ids.add(event.job.id);
              return events;
            }),
          ...job((shown) =>
            shown['status'] === 'succeeded' && ids.has(shown['id']) ? { ...shown, output_url: '' } : shown,
          )(),
        };
      },
    })),
];

type Answer = Parameters<ReturnType<NonNullable<Ports['present']>>>[0];

function unknown(answer: Answer): Answer {
  return { ...answer, status: 404, body: { error: { code: 'not_found', message: 'no such job' } } };
}

/** Jobs that nobody finds some time after their end was first seen. */
function lost(isLost: (sinceMs: number) => boolean): () => Ports {
  return () => {
    const seen = new Map<unknown, number>();
    return {
      present: (next) => (answer, asked) => {
        const { body } = answer;
        if (
          asked.operation !== 'getJob' ||
          !isObject(body) ||
          !['succeeded', 'failed'].includes(String(body['status']))
        )
          return next(answer, asked);
        const first = seen.get(body['id']) ?? asked.now;
        seen.set(body['id'], first);
        return next(isLost(asked.now - first) ? unknown(answer) : answer, asked);
      },
    };
  };
}
