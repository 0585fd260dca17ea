/** What a failed job says, for people: in other words from job to job, so that nobody branches on them. */
import type { JobErrorCode } from '../../../spec/errors.ts';
import type { Job } from '../job.ts';

/** One job always says the same, to whoever polls and in its webhook: the words are chosen by its id. */
export const failureMessage = (code: JobErrorCode, { id }: Pick<Job, 'id'>): string => {
  const wordings = messages[code];
  let sum = 0;
  for (const letter of id) sum += letter.charCodeAt(0);
  const wording = wordings[sum % wordings.length];
  if (wording === undefined) throw new Error(`${code} has no words`);
  return wording;
};

const messages: { readonly [code in JobErrorCode]: readonly [string, ...string[]] } = {
  face_not_detected: [
    'No face was found in the input: use a file that shows one clearly.',
    'There is nobody to be seen here whose face could be used: send something that shows one clearly.',
    'The render needs a face and met none: try it with an input that shows one clearly.',
  ],
  content_rejected: [
    'The input did not pass the content check: use other material.',
    'This material may not be worked on: its content was rejected. Use something else.',
    'A check of what was sent in said no to it: nothing is rendered from such material.',
  ],
  processing_failed: [
    'The render did not complete: submit it again.',
    'Rendering broke off before there was a result: submit it again.',
    'No result came of this render: submit it again, with a new Idempotency-Key.',
  ],
};
