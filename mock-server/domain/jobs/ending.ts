/** How a forced or planned outcome ends a job. */
import type { JobOutcome } from '../../../spec/magic.ts';
import type { GapChoices } from '../../../spec/gaps.ts';
import type { Ending } from '../job.ts';

export const endingOf = (outcome: JobOutcome, choices: GapChoices): Ending => {
  switch (outcome) {
    case 'succeeded':
      return { status: 'succeeded' };
    case 'timed_out':
    case 'cancelled':
      return { status: 'failed', code: 'processing_failed', reason: outcome };
    case 'processing_failed':
      return { status: 'failed', code: outcome, reason: 'render_failed' };
    case 'face_not_detected':
    case 'content_rejected':
      // A failure, but is it one of the render? (gap `failed-job-reason`)
      return {
        status: 'failed',
        code: outcome,
        reason: choices['failed-job-reason'] === 'render-failed' ? 'render_failed' : null,
      };
    default:
      return outcome satisfies never;
  }
};
