/** Figures: what is taken up to the limit, and what is refused beyond it. */
import { must, should, type ClauseTable } from '../clause.ts';

export const limitClauseTable = {
  'limits.request-rate': must(
    'server',
    'A caller that sends no more than 60 requests in a minute is not `rate_limited`, unless another rate was set.',
  ),
  'limits.image-size-accepts': must('server', 'An image of up to 45 MB is accepted.'),
  'limits.image-size-refuses': must('server', 'An image over 45 MB is refused.'),
  'limits.audio-size-accepts': must('server', 'An audio file of up to 45 MB is accepted.'),
  'limits.audio-size-refuses': must('server', 'An audio file over 45 MB is refused.'),
  'limits.video-size-accepts': must('server', 'A video of up to 500 MB is accepted.'),
  'limits.video-size-refuses': must('server', 'A video over 500 MB is refused.'),
  'limits.avatar-script-accepts': must('server', 'An avatar `script` of 5,000 characters is accepted.'),
  'limits.avatar-script-refuses': must('server', 'An avatar `script` of more than 5,000 characters is refused.'),
  'limits.voice-clone-script-accepts': must('server', 'A voice clone `script` of 45,000 characters is accepted.'),
  'limits.voice-clone-script-refuses': must(
    'server',
    'A voice clone `script` of more than 45,000 characters is refused.',
  ),
  'limits.voice-clone-speech-length': should(
    'server',
    'A voice clone `script` of the greatest length makes about half an hour of speech.',
  ),
  'limits.voice-sample-length': should('client', 'A reference voice lasts 3 to 15 seconds.'),
  'limits.live-swap-duration-accepts-min': must('server', 'A Full Live Swap session of 1 minute is accepted.'),
  'limits.live-swap-duration-accepts-max': must('server', 'A Full Live Swap session of 240 minutes is accepted.'),
  'limits.live-swap-duration-refuses-below': must(
    'server',
    'A Full Live Swap session of less than 1 minute is refused.',
  ),
  'limits.live-swap-duration-refuses-above': must(
    'server',
    'A Full Live Swap session of more than 240 minutes is refused.',
  ),
  'limits.live-swap-prompt-accepts': must('server', 'A live swap `prompt` of 2,000 characters is accepted.'),
  'limits.live-swap-prompt-refuses': must('server', 'A live swap `prompt` of more than 2,000 characters is refused.'),
  'limits.voice-session-duration-accepts-min': must('server', 'A Voice Changer session of 1 minute is accepted.'),
  'limits.voice-session-duration-accepts-max': must('server', 'A Voice Changer session of 120 minutes is accepted.'),
  'limits.voice-session-duration-refuses-below': must(
    'server',
    'A Voice Changer session of less than 1 minute is refused.',
  ),
  'limits.voice-session-duration-refuses-above': must(
    'server',
    'A Voice Changer session of more than 120 minutes is refused.',
  ),
  'limits.voice-session-duration-default': must(
    'server',
    'A Voice Changer session created without `duration_minutes` is funded for 10 minutes.',
  ),
  'limits.usage-limit-default': must('server', '`GET /usage` without `limit` lists up to 100 records and no more.'),
  'limits.usage-limit-accepts-max': must(
    'server',
    '`GET /usage` accepts a `limit` of 500, and lists that many where there are so many.',
  ),
  'limits.usage-limit-max': must('server', '`GET /usage` never lists more than 500 records, whatever `limit` is sent.'),
  'limits.webhook-response-wait': must('server', 'The service waits 10 seconds for the answer to a delivery.'),
  'limits.webhook-attempts': must('server', 'A delivery that keeps failing is attempted 6 times.'),
  'limits.webhook-ladder-length': should(
    'server',
    'The attempts of a delivery are spread over about a quarter of an hour.',
  ),
  'limits.webhook-signature-age': must(
    'receiver',
    'A receiver tolerates a `t` that is up to 300 seconds off its own clock.',
  ),
  'limits.retry-safety-same-job': must(
    'server',
    'A submit repeated with its `Idempotency-Key` is answered with the job of the first submit.',
  ),
  'limits.retry-safety-no-second-charge': must(
    'server',
    'A submit repeated with its `Idempotency-Key` is charged no second time.',
  ),
  'limits.retry-safety-no-duplicate-render': must(
    'server',
    'A submit repeated with its `Idempotency-Key` starts no second render.',
  ),
} as const satisfies ClauseTable;
