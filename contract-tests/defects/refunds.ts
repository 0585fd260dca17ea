/** Refunds that are kept back, late, in part, or given twice. */
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { memberOf } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { timesBefore } from './memory.ts';
import { type Account, type AccountEvent, withEvents } from './ports.ts';
import { type Take, showing, taking } from './purse.ts';

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
  {
    id: 'money.refund-again-when-seen',
    does: 'gives the price back once more at each look at a failed job after the first',
    clause: failed,
    also: [cloneFailed],
    ports: refundingLooks((looksBefore) => looksBefore),
  },
  {
    id: 'money.refund-undone-when-seen',
    does: 'takes a refund back when the failed job is looked at a second time',
    clause: failed,
    also: [cloneFailed],
    ports: refundingLooks((looksBefore) => (looksBefore > 0 ? -1 : 0)),
  },
  {
    id: 'money.refund-again-later',
    does: 'gives the price back once more twenty seconds after a job has failed',
    clause: failed,
    also: [cloneFailed],
    ports: taking((): Take => (event, { account, now }) => {
      const job = event.type === 'job.failed' ? account.jobs.get(event.jobId) : undefined;
      return job && { micros: -job.priceMicros, from: now + 20_000 };
    }),
  },
];

/** Refunds that follow looks at failed jobs. @param times how many prices are given back beside the first, by the looks before */
function refundingLooks(times: (looksBefore: number) => number): () => Ports {
  return () => {
    const prices = new Map<unknown, number>();
    const given = new Map<unknown, { readonly accountId: string | undefined; readonly micros: number }>();
    const looks = timesBefore();
    const balance = showing((id) =>
      [...given.values()].reduce((sum, { accountId, micros }) => (accountId === id ? sum - micros : sum), 0),
    );
    return {
      decide: (next) => (account, world, command, moment) =>
        withEvents(next(account, world, command, moment), (events) => {
          for (const event of events)
            if (event.type === 'job.failed') prices.set(event.jobId, account.jobs.get(event.jobId)?.priceMicros ?? 0);
          return events;
        }),
      present: (next) => {
        const shown = balance.present?.(next) ?? next;
        return (answer, asked) => {
          const id = asked.operation === 'getJob' ? memberOf(answer.body, 'id') : undefined;
          const price = prices.get(id);
          if (price !== undefined) given.set(id, { accountId: asked.accountId, micros: price * times(looks(id)) });
          return shown(answer, asked);
        };
      },
    };
  };
}
