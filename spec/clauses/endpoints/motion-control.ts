/** `POST /motion-control`: a character moves as a reference video does. */
import { must, type ClauseTable } from '../../clause.ts';

export const motionControl = {
  'endpoints.motion-control.image-key-required': must(
    'server',
    '`POST /motion-control` refuses a body without `image_key`.',
  ),
  'endpoints.motion-control.image-key-string': must(
    'server',
    '`POST /motion-control` refuses an `image_key` that is no string.',
  ),
  'endpoints.motion-control.image-key-meaning': must(
    'server',
    '`image_key` of `POST /motion-control` takes the `file_key` of the character image.',
  ),
  'endpoints.motion-control.motion-video-key-required': must(
    'server',
    '`POST /motion-control` refuses a body without `motion_video_key`.',
  ),
  'endpoints.motion-control.motion-video-key-string': must(
    'server',
    '`POST /motion-control` refuses a `motion_video_key` that is no string.',
  ),
  'endpoints.motion-control.motion-video-key-meaning': must(
    'server',
    '`motion_video_key` of `POST /motion-control` takes the `file_key` of the video whose motion is followed.',
  ),
  'endpoints.motion-control.callback-url-accepted': must('server', '`POST /motion-control` accepts a `callback_url`.'),
  'endpoints.motion-control.idempotency-key-accepted': must(
    'server',
    '`POST /motion-control` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.motion-control.queued-acknowledgement': must(
    'server',
    'An accepted `POST /motion-control` is answered with an acknowledgement whose `status` is `queued`.',
  ),
  'endpoints.motion-control.soundtrack-kept': must(
    'server',
    'The result of a motion control job has the soundtrack of its motion reference.',
  ),
  'endpoints.motion-control.silent-reference': must(
    'server',
    'A motion control job whose reference has no soundtrack has a result without sound.',
  ),
} as const satisfies ClauseTable;
