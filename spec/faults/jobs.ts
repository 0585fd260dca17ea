/** Faults that a job meets. They are fixed when it is submitted. */
import type { FaultTable } from './fault.ts';

export const jobFaults = {
  'job-fails': {
    family: 'job',
    does: 'The job fails with a job-level code and is refunded. With timed_out and cancelled the code is processing_failed, and its usage record has that reason.',
    clause: 'errors.branch-on-code',
    params: {
      code: {
        values: ['face_not_detected', 'content_rejected', 'processing_failed', 'timed_out', 'cancelled'],
        default: 'processing_failed',
      },
    },
  },
  'job-stuck-queued': {
    family: 'job',
    does: 'The job stays queued, and keeps its place among those that render, until the control API ends it.',
    clause: 'service.followed-to-terminal',
    params: {},
  },
  'job-stuck-processing': {
    family: 'job',
    does: 'The job begins and stays in processing until the control API ends it.',
    clause: 'service.followed-to-terminal',
    params: {},
  },
  'job-slow': {
    family: 'job',
    does: 'The render takes so many times as long.',
    clause: 'service.followed-to-terminal',
    params: { factor: { unit: 'times', default: 10, min: 1, max: 1_000 } },
  },
  'job-at-once': {
    family: 'job',
    does: 'The job has ended by the time it is first asked for: nobody sees it in processing. The acknowledgement still says queued.',
    clause: 'states.job.queued-to-succeeded',
    params: {},
  },
  'job-link-expired': {
    family: 'job',
    does: 'Every output_url of the job, polled or in its webhook, has expired already when it is given out.',
    clause: 'resources.job.output-url-stored',
    params: {},
  },
  'job-link-broken': {
    family: 'job',
    does: 'The output_url of the job is a good link to a result that cannot be had: it is missing, or its download breaks off after half of it.',
    clause: 'resources.job.output-url-stored',
    params: { how: { values: ['missing', 'truncated'], default: 'missing' } },
  },
} as const satisfies FaultTable;
