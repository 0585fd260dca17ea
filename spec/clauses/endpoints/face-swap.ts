/** `POST /face-swap`: a face is put into a video. */
import { must, type ClauseTable } from '../../clause.ts';

export const faceSwap = {
  'endpoints.face-swap.video-key-required': must('server', '`POST /face-swap` refuses a body without `video_key`.'),
  'endpoints.face-swap.video-key-string': must('server', '`POST /face-swap` refuses a `video_key` that is no string.'),
  'endpoints.face-swap.video-key-meaning': must(
    'server',
    '`video_key` of `POST /face-swap` takes the `file_key` of the source video.',
  ),
  'endpoints.face-swap.face-key-required': must('server', '`POST /face-swap` refuses a body without `face_key`.'),
  'endpoints.face-swap.face-key-string': must('server', '`POST /face-swap` refuses a `face_key` that is no string.'),
  'endpoints.face-swap.face-key-meaning': must(
    'server',
    '`face_key` of `POST /face-swap` takes the `file_key` of the face to put in.',
  ),
  'endpoints.face-swap.output-resolution-p-optional': must(
    'server',
    '`POST /face-swap` accepts a body without `output_resolution_p`.',
  ),
  'endpoints.face-swap.output-resolution-p-integer': must(
    'server',
    '`POST /face-swap` refuses an `output_resolution_p` that is no integer.',
  ),
  'endpoints.face-swap.output-resolution-p-accepts': must(
    'server',
    '`POST /face-swap` accepts 480, 720 and 1080 as `output_resolution_p`.',
  ),
  'endpoints.face-swap.output-resolution-p-refuses': must(
    'server',
    '`POST /face-swap` refuses an `output_resolution_p` other than 480, 720 and 1080.',
  ),
  'endpoints.face-swap.callback-url-accepted': must('server', '`POST /face-swap` accepts a `callback_url`.'),
  'endpoints.face-swap.idempotency-key-accepted': must(
    'server',
    '`POST /face-swap` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.face-swap.queued-acknowledgement': must(
    'server',
    'An accepted `POST /face-swap` is answered with an acknowledgement whose `status` is `queued`.',
  ),
  // The document says so by naming the two swaps "video" and "single image"; the others' kind is the gap `result-kind`.
  'endpoints.face-swap.output-video': must('server', 'A face swap of a video results in a video.'),
} as const satisfies ClauseTable;
