/** `POST /voice-clone`: a script is spoken in the voice of a sample, and priced by its length. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const voiceClone = {
  'endpoints.voice-clone.voice-key-required': must('server', '`POST /voice-clone` refuses a body without `voice_key`.'),
  'endpoints.voice-clone.voice-key-string': must(
    'server',
    '`POST /voice-clone` refuses a `voice_key` that is no string.',
  ),
  'endpoints.voice-clone.voice-key-meaning': must(
    'server',
    '`voice_key` of `POST /voice-clone` takes the `file_key` of the reference voice.',
  ),
  'endpoints.voice-clone.voice-key-clean-speech': should(
    'client',
    'A reference voice is a recording of clean speech without breaks.',
  ),
  'endpoints.voice-clone.voice-key-one-speaker': should('client', 'Only a single person speaks in a reference voice.'),
  'endpoints.voice-clone.script-required': must('server', '`POST /voice-clone` refuses a body without `script`.'),
  'endpoints.voice-clone.script-string': must('server', '`POST /voice-clone` refuses a `script` that is no string.'),
  'endpoints.voice-clone.script-spoken': must('server', 'The result of a voice clone speaks the `script`.'),
  'endpoints.voice-clone.language-optional': must('server', '`POST /voice-clone` accepts a body without `language`.'),
  'endpoints.voice-clone.language-string': must(
    'server',
    '`POST /voice-clone` refuses a `language` that is no string.',
  ),
  'endpoints.voice-clone.language-hint': must(
    'server',
    '`language` of a voice clone hints at the language of its `script`.',
  ),
  'endpoints.voice-clone.language-short-code': must(
    'server',
    '`language` of a voice clone may be a short language code.',
  ),
  'endpoints.voice-clone.language-auto-detect': must(
    'server',
    'The service finds out the language of a voice clone that was submitted without `language`.',
  ),
  'endpoints.voice-clone.callback-url-accepted': must('server', '`POST /voice-clone` accepts a `callback_url`.'),
  'endpoints.voice-clone.idempotency-key-accepted': must(
    'server',
    '`POST /voice-clone` accepts an `Idempotency-Key` header and honours it.',
  ),
  'endpoints.voice-clone.queued-acknowledgement': must(
    'server',
    'An accepted `POST /voice-clone` is answered with an acknowledgement whose `status` is `queued`.',
  ),
  'endpoints.voice-clone.one-audio-file': must('server', 'A voice clone results in a single audio file.'),
  'endpoints.voice-clone.long-script-split': must(
    'server',
    'A script too long for one piece is cut where sentences end.',
  ),
  'endpoints.voice-clone.long-script-joined': must(
    'server',
    'The service joins the pieces of a long script itself, so that the client never has to.',
  ),
  'endpoints.voice-clone.price-by-characters': must(
    'server',
    'The price of a voice clone follows the characters of its `script`, in units of 1,000, not the length of the speech.',
  ),
  'endpoints.voice-clone.price-at-rate-card': must(
    'server',
    'Each 1,000 characters of a voice clone cost what the rate card says.',
  ),
  'endpoints.voice-clone.settled-before-render': must('server', 'A voice clone is paid for before its render starts.'),
  'endpoints.voice-clone.failed-render-refunded': must(
    'server',
    'The whole price of a voice clone comes back when its render fails.',
  ),
} as const satisfies ClauseTable;
