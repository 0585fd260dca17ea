/** `POST /character-swap`: a character takes the place of the person in a video. */
import { must, type ClauseTable } from '../../clause.ts';

export const characterSwap = {
  'endpoints.character-swap.video-key-required': must(
    'server',
    '`POST /character-swap` refuses a body without `video_key`.',
  ),
  'endpoints.character-swap.video-key-string': must(
    'server',
    '`POST /character-swap` refuses a `video_key` that is no string.',
  ),
  'endpoints.character-swap.video-key-meaning': must(
    'server',
    '`video_key` of `POST /character-swap` takes the `file_key` of the reference video.',
  ),
  'endpoints.character-swap.character-key-required': must(
    'server',
    '`POST /character-swap` refuses a body without `character_key`.',
  ),
  'endpoints.character-swap.character-key-string': must(
    'server',
    '`POST /character-swap` refuses a `character_key` that is no string.',
  ),
  'endpoints.character-swap.character-key-meaning': must(
    'server',
    '`character_key` of `POST /character-swap` takes the `file_key` of the character image.',
  ),
  'endpoints.character-swap.resolution-optional': must(
    'server',
    '`POST /character-swap` accepts a body without `resolution`.',
  ),
  'endpoints.character-swap.resolution-default': must(
    'server',
    'A character swap submitted without `resolution` is rendered as `1k`.',
  ),
  'endpoints.character-swap.resolution-accepts': must(
    'server',
    '`POST /character-swap` accepts `1k` and `2k` as `resolution`.',
  ),
  'endpoints.character-swap.resolution-refuses': must(
    'server',
    '`POST /character-swap` refuses a `resolution` other than `1k` and `2k`.',
  ),
  'endpoints.character-swap.callback-url-accepted': must('server', '`POST /character-swap` accepts a `callback_url`.'),
  'endpoints.character-swap.idempotency-key-accepted': must(
    'server',
    '`POST /character-swap` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.character-swap.queued-acknowledgement': must(
    'server',
    'An accepted `POST /character-swap` is answered with an acknowledgement whose `status` is `queued`.',
  ),
  'endpoints.character-swap.output-video': must('server', 'A character swap results in a new video.'),
  'endpoints.character-swap.soundtrack-kept': must(
    'server',
    'The result of a character swap has the soundtrack of its reference video.',
  ),
  'endpoints.character-swap.silent-reference': must(
    'server',
    'A character swap of a reference video without audio results in a video without sound.',
  ),
} as const satisfies ClauseTable;
