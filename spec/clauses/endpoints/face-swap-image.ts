/** `POST /face-swap-image`: a face is put into a single image. */
import { must, type ClauseTable } from '../../clause.ts';

export const faceSwapImage = {
  'endpoints.face-swap-image.image-key-required': must(
    'server',
    '`POST /face-swap-image` refuses a body without `image_key`.',
  ),
  'endpoints.face-swap-image.image-key-string': must(
    'server',
    '`POST /face-swap-image` refuses an `image_key` that is no string.',
  ),
  'endpoints.face-swap-image.image-key-meaning': must(
    'server',
    '`image_key` of `POST /face-swap-image` takes the `file_key` of the base image.',
  ),
  'endpoints.face-swap-image.face-key-required': must(
    'server',
    '`POST /face-swap-image` refuses a body without `face_key`.',
  ),
  'endpoints.face-swap-image.face-key-string': must(
    'server',
    '`POST /face-swap-image` refuses a `face_key` that is no string.',
  ),
  'endpoints.face-swap-image.face-key-meaning': must(
    'server',
    '`face_key` of `POST /face-swap-image` takes the `file_key` of the face to put in.',
  ),
  'endpoints.face-swap-image.callback-url-accepted': must(
    'server',
    '`POST /face-swap-image` accepts a `callback_url`.',
  ),
  'endpoints.face-swap-image.idempotency-key-accepted': must(
    'server',
    '`POST /face-swap-image` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.face-swap-image.queued-acknowledgement': must(
    'server',
    'An accepted `POST /face-swap-image` is answered with an acknowledgement whose `status` is `queued`.',
  ),
  'endpoints.face-swap-image.output-image': must('server', 'A face swap of an image results in a single image.'),
} as const satisfies ClauseTable;
