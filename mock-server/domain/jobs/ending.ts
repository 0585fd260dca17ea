/** How a forced or planned outcome ends a job. */
import type { JobOutcome } from '../../../spec/magic.ts';
import type { JobErrorCode } from '../../../spec/errors.ts';
import type { Ending } from '../job.ts';

export const endingOf = (outcome: JobOutcome): Ending => {
  switch (outcome) {
    case 'succeeded':
      return { status: 'succeeded' };
    case 'timed_out':
    case 'cancelled':
      return { status: 'failed', code: 'processing_failed', reason: outcome };
    default:
      return { status: 'failed', code: outcome, reason: 'render_failed' };
  }
};

/** What a failed job says, for people. */
export const messageOf = (code: JobErrorCode): string => {
  switch (code) {
    case 'face_not_detected':
      return 'No face was found in the input: use a file that shows one clearly.';
    case 'content_rejected':
      return 'The input did not pass the content check: use other material.';
    case 'processing_failed':
      return 'The render did not complete: submit it again.';
    default:
      return code satisfies never;
  }
};
