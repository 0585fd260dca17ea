/** The one body that is not JSON. */
import type { MediaTypeObject } from 'openapi3-ts/oas31';
import { limits } from '../limits.ts';
import { citing, clausesUnder, leavingOpen } from './extensions.ts';

export const uploadForm: MediaTypeObject = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        contentMediaType: 'application/octet-stream',
        description: `An image or a sound of at most ${limits.imageMbMax} MB, or a video of at most ${limits.videoMbMax} MB. Which of them it is, its content type says.`,
      },
    },
    ...citing(clausesUnder(['endpoints.uploads.', 'limits.image-', 'limits.audio-', 'limits.video-'])),
    ...leavingOpen(['size-unit', 'octet-stream-upload', 'empty-file', 'extra-form-fields']),
  },
  encoding: { file: { contentType: 'image/*, audio/*, video/*' } },
  examples: { portrait: { summary: 'portrait.png, image/png', value: { file: '(the bytes of the file)' } } },
};
