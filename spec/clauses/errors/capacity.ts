/** Errors of the moment: too fast, too full, starting up, broken. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const capacityErrors = {
  // rate_limited
  'errors.rate-limited-code': must(
    'server',
    'A call that is refused because its caller sends too fast gets the code `rate_limited`.',
  ),
  'errors.rate-limited-trigger': must('server', 'A caller that goes over its request rate is refused.'),
  'errors.rate-limited-back-off': should(
    'client',
    'A client that gets `rate_limited` sends more slowly and then tries again.',
  ),
  'errors.rate-limited-status': must('server', '`rate_limited` goes with the HTTP status 429.'),

  // at_capacity
  'errors.at-capacity-code': must(
    'server',
    'A call that is refused because the platform is full gets the code `at_capacity`.',
  ),
  'errors.at-capacity-trigger': must('server', 'A call that meets a saturated platform is refused.'),
  'errors.at-capacity-retry': should('client', 'A client that gets `at_capacity` tries again after a short wait.'),
  'errors.at-capacity-told-from-rate-limited': must(
    'client',
    'A client handles `rate_limited` and `at_capacity` in different ways, though both are 429.',
  ),
  'errors.at-capacity-status': must('server', '`at_capacity` goes with the HTTP status 429.'),

  // capacity_unavailable
  'errors.capacity-unavailable-code': must(
    'server',
    'A session call that finds no capacity gets the code `capacity_unavailable`.',
  ),
  'errors.capacity-unavailable-live-swap-trigger': must(
    'server',
    '`POST /full-live-swap/session` is refused when live swap has no capacity.',
  ),
  'errors.capacity-unavailable-tier-trigger': must(
    'server',
    '`POST /full-live-swap/session` is refused when the engine of its tier is not available.',
  ),
  'errors.capacity-unavailable-voice-trigger': must(
    'server',
    '`POST /voice/session` is refused when voice conversion has no capacity.',
  ),
  'errors.capacity-unavailable-nothing-charged': must(
    'server',
    'A call that gets `capacity_unavailable` costs nothing.',
  ),
  'errors.capacity-unavailable-status': must('server', '`capacity_unavailable` goes with the HTTP status 503.'),

  // capacity_warming
  'errors.capacity-warming-code': must(
    'server',
    'A session call that meets voice capacity on its way up gets the code `capacity_warming`.',
  ),
  'errors.capacity-warming-trigger': must(
    'server',
    '`POST /voice/session` is refused while voice capacity is starting.',
  ),
  'errors.capacity-warming-retry': should(
    'client',
    'A client that gets `capacity_warming` tries again in about a minute.',
  ),
  'errors.capacity-warming-status': must('server', '`capacity_warming` goes with the HTTP status 503.'),

  // internal_error
  'errors.internal-error-code': must(
    'server',
    'A call that fails by the fault of the service gets the code `internal_error`.',
  ),
  'errors.internal-error-nothing-billed': must('server', 'A call that gets `internal_error` is not billed.'),
  'errors.internal-error-retry': should('client', 'A client that gets `internal_error` tries again.'),
  'errors.internal-error-status': must('server', '`internal_error` goes with the HTTP status 500.'),
} as const satisfies ClauseTable;
