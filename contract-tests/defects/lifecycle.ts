/** Jobs that leave their end, go back, have states of their own, or end otherwise than they should. */
import { clauseNamed } from '../clause-named.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { firstSeen, showingSomeJobs, timesBefore } from './memory.ts';
import { type Members, deciding, showingJobs, withEvents } from './ports.ts';

/** A job is shown otherwise some time after its end was first seen. */
const later =
  (seconds: number, status: 'succeeded' | 'failed', change: (job: Members) => Members): (() => Ports) =>
  () => {
    const seen = firstSeen();
    return showingJobs((shown, { now }) => {
      if (shown['status'] !== status) return shown;
      return now - seen(shown['id'], now) >= seconds * 1_000 ? change(shown) : shown;
    })();
  };

const naming = (from: string, to: string): (() => Ports) =>
  showingJobs((shown) => (shown['status'] === from ? { ...shown, status: to } : shown));

/** What ends as failed ends as succeeded. */
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
    ports: showingJobs((shown) => {
      if (shown['status'] === 'queued') return { ...shown, status: 'processing' };
      return shown['status'] === 'processing' ? { ...shown, status: 'queued' } : shown;
    }),
  },
  {
    id: 'lifecycle.flickers',
    does: 'shows every second look at a job in processing as queued',
    clause: 'states.job.never-back-to-queued',
    ports: () => {
      const looks = timesBefore();
      return showingJobs((shown) =>
        shown['status'] === 'processing' && looks(shown['id']) % 2 === 1 ? { ...shown, status: 'queued' } : shown,
      )();
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
    ports: showingSomeJobs(
      (event) => (event.type === 'job.failed' && event.reason === 'cancelled' ? event.jobId : undefined),
      (shown) => ({ ...shown, status: 'cancelled' }),
    ),
  },
  {
    id: 'lifecycle.failures-succeed',
    does: 'lets jobs succeed that give no result',
    clause: 'states.job.processing-to-failed',
    also: ['errors.face-not-detected-trigger', 'errors.content-rejected-trigger', 'errors.processing-failed-trigger'],
    ports: endingAs(() => true),
  },
  ...(['face_not_detected', 'content_rejected', 'processing_failed'] as const).map((code): Defect => {
    const word = code.replaceAll('_', '-');
    return {
      id: `lifecycle.${word}-succeeds`,
      does: `lets a job succeed that should fail with ${code}`,
      clause: clauseNamed(`errors.${word}-trigger`),
      also: ['states.job.processing-to-failed'],
      ports: endingAs((event) => event.code === code),
    };
  }),
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
];
