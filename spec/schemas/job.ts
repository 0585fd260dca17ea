/** The job as polling and webhooks show it, and the acknowledgement that every submit answers with. */
import { Type, type Static } from 'typebox';
import { jobErrors } from '../errors.ts';
import { jobStatuses } from '../vocabulary.ts';

export const JobError = Type.Object(
  {
    code: Type.String({
      description: 'Stable value to branch on; the job-level codes are in `x-known-values`.',
      examples: ['face_not_detected'],
      'x-known-values': Object.keys(jobErrors),
    }),
    message: Type.String({
      description: 'For people; its wording may change at any time.',
      examples: ['No face was found in the source image.'],
    }),
  },
  { title: 'JobError', description: 'Why a job failed.' },
);
export type JobError = Static<typeof JobError>;

/** Before a job ends, `output_url`, `charged_usd` and `error` may be null, absent or empty: the document types them, and shows no pending job (gap `pending-fields`). */
export const Job = Type.Object(
  {
    id: Type.String({ description: 'Job identifier.', examples: ['job_a1_7h3k9q2c'] }),
    status: Type.Enum([...jobStatuses], {
      description: '`succeeded` and `failed` are terminal.',
      examples: ['succeeded'],
    }),
    output_url: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Signed link to the result of a succeeded job. It expires: download the result and keep it.',
        examples: ['https://service.example/outputs/job_a1_7h3k9q2c?expires=1767312000&signature=5f2c'],
      }),
    ),
    charged_usd: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: 'Amount charged, in USD.', examples: [0.36] }),
    ),
    error: Type.Optional(
      Type.Union([JobError, Type.Null()], {
        description: 'Why the job failed; null in the webhook of a succeeded job.',
        examples: [null],
      }),
    ),
  },
  {
    title: 'Job',
    description: 'A job and, once it has ended, its result or its error.',
    allOf: [
      {
        if: { properties: { status: { const: 'succeeded' } } },
        then: {
          required: ['output_url', 'charged_usd'],
          properties: { output_url: { type: 'string' }, charged_usd: { type: 'number' }, error: { type: 'null' } },
        },
      },
      {
        if: { properties: { status: { const: 'failed' } } },
        then: { required: ['error'], properties: { error: { type: 'object' } } },
      },
    ],
  },
);
export type Job = Static<typeof Job>;

export const SubmitAcknowledgement = Type.Object(
  {
    id: Type.String({ description: 'Job identifier.', examples: ['job_a1_7h3k9q2c'] }),
    status: Type.Enum([...jobStatuses], { description: '`queued` on submit.', examples: ['queued'] }),
    status_url: Type.String({
      description: 'Path of the job. Poll this value; do not build the path yourself.',
      examples: ['/api/v1/jobs/job_a1_7h3k9q2c'],
    }),
  },
  { title: 'SubmitAcknowledgement', description: 'The service has taken the job.' },
);
export type SubmitAcknowledgement = Static<typeof SubmitAcknowledgement>;
