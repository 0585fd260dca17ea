/** Voice Changer session: where to stream, for how long and at what cost at most. */
import { must, type ClauseTable } from '../../clause.ts';

export const voiceSession = {
  'resources.voice-session.session-id-present': must('server', 'A Voice Changer session carries `session_id`.'),
  'resources.voice-session.session-id-string': must('server', '`session_id` of a Voice Changer session is a string.'),
  'resources.voice-session.stream-url-present': must('server', 'A Voice Changer session carries `stream_url`.'),
  'resources.voice-session.stream-url-wss': must(
    'server',
    '`stream_url` of a Voice Changer session is a string that begins with `wss://`.',
  ),
  'resources.voice-session.session-token-present': must('server', 'A Voice Changer session carries `session_token`.'),
  'resources.voice-session.session-token-prefix': must(
    'server',
    '`session_token` of a Voice Changer session is a string that begins with `rt_`.',
  ),
  'resources.voice-session.no-prompt': must('server', 'A Voice Changer session has no `prompt`.'),
  'resources.voice-session.max-duration-sec-present': must(
    'server',
    'A Voice Changer session carries `max_duration_sec`.',
  ),
  'resources.voice-session.max-duration-sec-integer': must(
    'server',
    '`max_duration_sec` of a Voice Changer session is an integer.',
  ),
  'resources.voice-session.max-cost-usd-present': must('server', 'A Voice Changer session carries `max_cost_usd`.'),
  'resources.voice-session.max-cost-usd-number': must(
    'server',
    '`max_cost_usd` of a Voice Changer session is a number.',
  ),
  'resources.voice-session.max-cost-usd-ceiling': must(
    'server',
    'A Voice Changer session is never charged more than its `max_cost_usd`.',
  ),
} as const satisfies ClauseTable;
