/** `POST /lip-sync`: the lips in a video follow an audio file. */
import { must, type ClauseTable } from '../../clause.ts';

export const lipSync = {
  'endpoints.lip-sync.video-key-required': must('server', '`POST /lip-sync` refuses a body without `video_key`.'),
  'endpoints.lip-sync.video-key-string': must('server', '`POST /lip-sync` refuses a `video_key` that is no string.'),
  'endpoints.lip-sync.video-key-meaning': must(
    'server',
    '`video_key` of `POST /lip-sync` takes the `file_key` of the source video.',
  ),
  'endpoints.lip-sync.audio-key-required': must('server', '`POST /lip-sync` refuses a body without `audio_key`.'),
  'endpoints.lip-sync.audio-key-string': must('server', '`POST /lip-sync` refuses an `audio_key` that is no string.'),
  'endpoints.lip-sync.audio-key-meaning': must(
    'server',
    '`audio_key` of `POST /lip-sync` takes the `file_key` of the audio to speak.',
  ),
  'endpoints.lip-sync.output-resolution-p-optional': must(
    'server',
    '`POST /lip-sync` accepts a body without `output_resolution_p`.',
  ),
  'endpoints.lip-sync.output-resolution-p-integer': must(
    'server',
    '`POST /lip-sync` refuses an `output_resolution_p` that is no integer.',
  ),
  'endpoints.lip-sync.output-resolution-p-accepts': must(
    'server',
    '`POST /lip-sync` accepts 480, 720 and 1080 as `output_resolution_p`.',
  ),
  'endpoints.lip-sync.output-resolution-p-refuses': must(
    'server',
    '`POST /lip-sync` refuses an `output_resolution_p` other than 480, 720 and 1080.',
  ),
  'endpoints.lip-sync.callback-url-accepted': must('server', '`POST /lip-sync` accepts a `callback_url`.'),
  'endpoints.lip-sync.idempotency-key-accepted': must(
    'server',
    '`POST /lip-sync` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.lip-sync.queued-acknowledgement': must(
    'server',
    'An accepted `POST /lip-sync` is answered with an acknowledgement whose `status` is `queued`.',
  ),
} as const satisfies ClauseTable;
