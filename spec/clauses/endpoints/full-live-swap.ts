/** `POST /full-live-swap/session`: a funded block of real-time face swap, and its socket. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const fullLiveSwap = {
  'endpoints.full-live-swap.duration-minutes-required': must(
    'server',
    '`POST /full-live-swap/session` refuses a body without `duration_minutes`.',
  ),
  'endpoints.full-live-swap.duration-minutes-integer': must(
    'server',
    '`POST /full-live-swap/session` refuses a `duration_minutes` that is no integer.',
  ),
  'endpoints.full-live-swap.duration-sets-hard-stop': must(
    'server',
    '`max_duration_sec` of a Full Live Swap session is its `duration_minutes` in seconds.',
  ),
  'endpoints.full-live-swap.prompt-optional': must(
    'server',
    '`POST /full-live-swap/session` accepts a body without `prompt`.',
  ),
  'endpoints.full-live-swap.prompt-string': must(
    'server',
    '`POST /full-live-swap/session` refuses a `prompt` that is no string.',
  ),
  'endpoints.full-live-swap.tier-optional': must(
    'server',
    '`POST /full-live-swap/session` accepts a body without `tier`.',
  ),
  'endpoints.full-live-swap.tier-default': must(
    'server',
    'A Full Live Swap session created without `tier` is of the tier `pro`.',
  ),
  'endpoints.full-live-swap.tier-accepts': must(
    'server',
    '`POST /full-live-swap/session` accepts `pro` and `standard` as `tier`.',
  ),
  'endpoints.full-live-swap.tier-refuses': must(
    'server',
    '`POST /full-live-swap/session` refuses a `tier` other than `pro` and `standard`.',
  ),
  'endpoints.full-live-swap.returns-session': must(
    'server',
    'An accepted `POST /full-live-swap/session` is answered with the Full Live Swap session object.',
  ),
  'endpoints.full-live-swap.tiers-same-request': must(
    'server',
    'A request that is good for one `tier` is good for the other.',
  ),
  'endpoints.full-live-swap.tiers-same-socket': must(
    'server',
    'The sockets of both tiers are connected and closed in the same way.',
  ),
  'endpoints.full-live-swap.tiers-same-frames': must('server', 'Frames on the socket look alike in both tiers.'),
  'endpoints.full-live-swap.tier-pro-fidelity': must('server', 'No tier is more faithful than `pro`.'),
  'endpoints.full-live-swap.tier-pro-browser-extension': must(
    'server',
    'Delivery to a browser extension is supported on `pro`.',
  ),
  'endpoints.full-live-swap.tier-standard-cheaper': must(
    'server',
    'A minute of `standard` costs less than a minute of `pro`.',
  ),
  'endpoints.full-live-swap.tier-never-substituted': must(
    'server',
    'The service never gives a session of a tier other than the one asked for.',
  ),
  'endpoints.full-live-swap.socket-address': must(
    'client',
    'A client of Full Live Swap connects to its `stream_url` with `session_token` in the query.',
  ),
  'endpoints.full-live-swap.socket-opens': must(
    'server',
    'The socket of a Full Live Swap session opens at `stream_url` with the `session_token` in the query.',
  ),
  'endpoints.full-live-swap.no-stop-endpoint': must(
    'server',
    'No HTTP endpoint stops a Full Live Swap session: only its socket does.',
  ),
  'endpoints.full-live-swap.balance-covers-ceiling': should(
    'client',
    'A client has at least `max_cost_usd` on its balance when it starts a Full Live Swap session.',
  ),
} as const satisfies ClauseTable;
