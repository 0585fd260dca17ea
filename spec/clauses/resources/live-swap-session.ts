/** Full Live Swap session: where to stream, for how long and at what cost at most. */
import { must, type ClauseTable } from '../../clause.ts';

export const liveSwapSession = {
  'resources.live-swap-session.session-id-present': must('server', 'A Full Live Swap session carries `session_id`.'),
  'resources.live-swap-session.session-id-string': must(
    'server',
    '`session_id` of a Full Live Swap session is a string.',
  ),
  'resources.live-swap-session.stream-url-present': must('server', 'A Full Live Swap session carries `stream_url`.'),
  'resources.live-swap-session.stream-url-wss': must(
    'server',
    '`stream_url` of a Full Live Swap session is a string that begins with `wss://`.',
  ),
  'resources.live-swap-session.session-token-present': must(
    'server',
    'A Full Live Swap session carries `session_token`.',
  ),
  'resources.live-swap-session.session-token-prefix': must(
    'server',
    '`session_token` of a Full Live Swap session is a string that begins with `rt_`.',
  ),
  'resources.live-swap-session.prompt-present': must('server', 'A Full Live Swap session carries `prompt`.'),
  'resources.live-swap-session.prompt-string': must('server', '`prompt` of a Full Live Swap session is a string.'),
  'resources.live-swap-session.prompt-as-sent': must(
    'server',
    'When the request had a `prompt`, the Full Live Swap session gives back the instruction resolved from it.',
  ),
  'resources.live-swap-session.prompt-default-shown': must(
    'server',
    'When the request had no `prompt`, the Full Live Swap session shows the default instruction, not an empty one.',
  ),
  'resources.live-swap-session.max-duration-sec-present': must(
    'server',
    'A Full Live Swap session carries `max_duration_sec`.',
  ),
  'resources.live-swap-session.max-duration-sec-integer': must(
    'server',
    '`max_duration_sec` of a Full Live Swap session is an integer.',
  ),
  'resources.live-swap-session.max-cost-usd-present': must(
    'server',
    'A Full Live Swap session carries `max_cost_usd`.',
  ),
  'resources.live-swap-session.max-cost-usd-number': must(
    'server',
    '`max_cost_usd` of a Full Live Swap session is a number.',
  ),
  'resources.live-swap-session.max-cost-usd-ceiling': must(
    'server',
    'A Full Live Swap session is never charged more than its `max_cost_usd`.',
  ),
} as const satisfies ClauseTable;
