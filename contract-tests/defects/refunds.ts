/** Refunds that are kept back, late, in part, or given twice. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import type { Account, AccountEvent } from './ports.ts';
import { type Take, taking } from './purse.ts';

type Job = NonNullable<ReturnType<Account['jobs']['get']>>;
type Failed = Extract<AccountEvent, { readonly type: 'job.failed' }>;

const hourMs = 3_600_000;

const failed = 'states.job.failed-refunded';
const cloneFailed = 'endpoints.voice-clone.failed-render-refunded';

/** What is kept of failed jobs. */
const keeping = (keep: (job: Job, event: Failed, nth: number) => number): (() => Ports) =>
  taking(() => {
    let nth = 0;
    return (event, { account }) => {
      const job = event.type === 'job.failed' ? account.jobs.get(event.jobId) : undefined;
      return event.type === 'job.failed' && job !== undefined ? keep(job, event, ++nth) : undefined;
    };
  });

const reasonOf = (reason: string): (() => Ports) =>
  keeping((job, event) => (event.reason === reason ? job.priceMicros : 0));

export const refundDefects: readonly Defect[] = [
  {
    id: 'money.failed-kept',
    does: 'keeps the price of every job that fails',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job) => job.priceMicros),
  },
  ...(['face_not_detected', 'content_rejected', 'processing_failed'] as const).map((code): Defect => ({
    id: `money.failed-kept-${code.replaceAll('_', '-')}`,
    does: `keeps the price of a job that fails with ${code}, and of no other`,
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job, event) => (event.code === code ? job.priceMicros : 0)),
  })),
  {
    id: 'money.failed-kept-timed-out',
    does: 'keeps the price of a job that was given up after too long a time',
    clause: failed,
    ports: reasonOf('timed_out'),
  },
  {
    id: 'money.failed-kept-cancelled',
    does: 'keeps the price of a job that was cancelled',
    clause: failed,
    also: [cloneFailed],
    ports: reasonOf('cancelled'),
  },
  {
    id: 'money.failed-kept-while-processing',
    does: 'keeps the price of a job that fails after its render has begun',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job) => (job.state.status === 'processing' ? job.priceMicros : 0)),
  },
  {
    id: 'money.failed-kept-while-queued',
    does: 'keeps the price of a job that fails before its render has begun',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job) => (job.state.status === 'queued' ? job.priceMicros : 0)),
  },
  ...jobEndpoints.map((endpoint): Defect => ({
    id: `money.failed-kept-${endpoint}`,
    does: `keeps the price of a ${endpoint} that fails, and of no other job`,
    clause: failed,
    ...(endpoint === 'voice-clone' && { also: [cloneFailed] }),
    ports: keeping((job) => (job.endpoint === endpoint ? job.priceMicros : 0)),
  })),
  {
    id: 'money.refund-in-part',
    does: 'gives back nine tenths of what a job cost that failed',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job) => Math.ceil(job.priceMicros / 10)),
  },
  {
    id: 'money.refund-less-a-fee',
    does: 'keeps a fee of a tenth of a cent when it refunds',
    clause: failed,
    also: [cloneFailed],
    ports: keeping(() => 1_000),
  },
  {
    id: 'money.refund-in-whole-cents',
    does: 'refunds whole cents only, and keeps the rest',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job) => job.priceMicros % 10_000),
  },
  {
    id: 'money.refund-an-hour-later',
    does: 'refunds a failed job an hour after it failed',
    clause: failed,
    also: [cloneFailed],
    ports: taking((): Take => (event, { account, now }) => {
      const job = event.type === 'job.failed' ? account.jobs.get(event.jobId) : undefined;
      return job && { micros: job.priceMicros, from: now, until: now + hourMs };
    }),
  },
  {
    id: 'money.refund-twice',
    does: 'gives back twice what a failed job cost',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job) => -job.priceMicros),
  },
  {
    id: 'money.refund-twice-voice-clone',
    does: 'gives back twice what a failed voice clone cost',
    clause: cloneFailed,
    also: [failed],
    ports: keeping((job) => (job.feature === 'voice_clone' ? -job.priceMicros : 0)),
  },
  {
    id: 'money.refund-of-the-first-only',
    does: 'refunds the first job that fails, and no later one',
    clause: failed,
    also: [cloneFailed],
    ports: keeping((job, _, nth) => (nth > 1 ? job.priceMicros : 0)),
  },
  {
    id: 'money.refund-of-dear-clones-capped',
    does: 'refunds no more than a tenth of a dollar of a voice clone that fails',
    clause: cloneFailed,
    ports: keeping((job) => (job.feature === 'voice_clone' ? Math.max(0, job.priceMicros - 100_000) : 0)),
  },
];
