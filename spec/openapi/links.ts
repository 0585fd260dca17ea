/** Links: from an answer to the calls that can follow it, for tools that walk an API by itself. */
import type { LinkObject, LinksObject } from 'openapi3-ts/oas31';
import { type Operation, type OperationId, operations } from '../operations.ts';

/** What can follow the success of an operation. */
export const linksOf = (id: OperationId, operation: Operation): LinksObject | undefined => {
  if (operation.job !== undefined) return { getJob: toJob };
  if (id === 'uploadFile') return toSubmits();
  if (id === 'listVoices') return { createVoiceSession: toVoiceSession };
  return undefined;
};

const toJob: LinkObject = {
  operationId: 'getJob' satisfies OperationId,
  parameters: { job_id: '$response.body#/id' },
  description:
    'Follows the job. A client polls `status_url` of the acknowledgement; this link says the same to tools that cannot.',
};

const toVoiceSession: LinkObject = {
  operationId: 'createVoiceSession' satisfies OperationId,
  requestBody: { voice_profile_id: '$response.body#/0/id' },
  'x-input': 'voice_profile_id',
  description: 'Any listed voice can be worn in a session; the link takes the first.',
};

/** One link for each input of each submit: `submitLipSync.audio_key` takes the uploaded file as its sound. */
const toSubmits = (): LinksObject =>
  Object.fromEntries(
    (Object.entries(operations) as [OperationId, Operation][]).flatMap(([operationId, { job }]) =>
      Object.entries(job?.inputs ?? {}).map(([input, kind]) => [
        `${operationId}.${input}`,
        {
          operationId,
          requestBody: { [input]: '$response.body#/file_key' },
          'x-input': input,
          description: `If the upload is ${kind === 'video' ? 'a video' : kind === 'audio' ? 'a sound' : 'an image'}: \`file_key\` becomes \`${input}\`; the other fields are to be filled in.`,
        },
      ]),
    ),
  );
