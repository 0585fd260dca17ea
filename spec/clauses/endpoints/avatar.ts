/** `POST /avatar`: a portrait speaks a script. */
import { must, type ClauseTable } from '../../clause.ts';

export const avatar = {
  'endpoints.avatar.image-key-required': must('server', '`POST /avatar` refuses a body without `image_key`.'),
  'endpoints.avatar.image-key-string': must('server', '`POST /avatar` refuses an `image_key` that is no string.'),
  'endpoints.avatar.image-key-meaning': must(
    'server',
    '`image_key` of `POST /avatar` takes the `file_key` of the portrait.',
  ),
  'endpoints.avatar.script-required': must('server', '`POST /avatar` refuses a body without `script`.'),
  'endpoints.avatar.script-string': must('server', '`POST /avatar` refuses a `script` that is no string.'),
  'endpoints.avatar.script-spoken': must('server', 'The avatar says the `script`.'),
  'endpoints.avatar.voice-id-optional': must('server', '`POST /avatar` accepts a body without `voice_id`.'),
  'endpoints.avatar.voice-id-string': must('server', '`POST /avatar` refuses a `voice_id` that is no string.'),
  'endpoints.avatar.voice-id-chosen': must('server', 'An avatar submitted with a `voice_id` speaks with that voice.'),
  'endpoints.avatar.voice-id-default': must(
    'server',
    'An avatar submitted without `voice_id` is given a voice by the service.',
  ),
  'endpoints.avatar.language-optional': must('server', '`POST /avatar` accepts a body without `language`.'),
  'endpoints.avatar.language-string': must('server', '`POST /avatar` refuses a `language` that is no string.'),
  'endpoints.avatar.language-hint': must('server', '`language` of an avatar hints at the language of its voice.'),
  'endpoints.avatar.output-resolution-p-optional': must(
    'server',
    '`POST /avatar` accepts a body without `output_resolution_p`.',
  ),
  'endpoints.avatar.output-resolution-p-integer': must(
    'server',
    '`POST /avatar` refuses an `output_resolution_p` that is no integer.',
  ),
  'endpoints.avatar.output-resolution-p-accepts': must(
    'server',
    '`POST /avatar` accepts 480, 720 and 1080 as `output_resolution_p`.',
  ),
  'endpoints.avatar.output-resolution-p-refuses': must(
    'server',
    '`POST /avatar` refuses an `output_resolution_p` other than 480, 720 and 1080.',
  ),
  'endpoints.avatar.callback-url-accepted': must('server', '`POST /avatar` accepts a `callback_url`.'),
  'endpoints.avatar.idempotency-key-accepted': must(
    'server',
    '`POST /avatar` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.avatar.queued-acknowledgement': must(
    'server',
    'An accepted `POST /avatar` is answered with an acknowledgement whose `status` is `queued`.',
  ),
} as const satisfies ClauseTable;
