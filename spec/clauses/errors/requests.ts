/** Errors of the caller: key, balance, input and address. */
import { must, should, type ClauseTable } from '../../clause.ts';

export const requestErrors = {
  // unauthorized
  'errors.unauthorized-code': must('server', 'A request that is refused for its API key gets the code `unauthorized`.'),
  'errors.unauthorized-missing-key': must('server', 'A request without a key is `unauthorized`.'),
  'errors.unauthorized-unknown-key': must('server', 'A request with a key that was never issued is `unauthorized`.'),
  'errors.unauthorized-revoked-key': must('server', 'A request with a revoked key is `unauthorized`.'),
  'errors.unauthorized-status': must('server', '`unauthorized` goes with the HTTP status 401.'),

  // insufficient_balance
  'errors.insufficient-balance-code': must(
    'server',
    'A call that is refused for want of money gets the code `insufficient_balance`.',
  ),
  'errors.insufficient-balance-trigger': must('server', 'A paid call is refused when the balance is too low for it.'),
  'errors.insufficient-balance-top-up': should(
    'client',
    'A client that gets `insufficient_balance` tops up before it tries again.',
  ),
  'errors.insufficient-balance-status': must('server', '`insufficient_balance` goes with the HTTP status 402.'),

  // invalid_input
  'errors.invalid-input-code': must(
    'server',
    'A call that is refused for the value of a field gets the code `invalid_input`.',
  ),
  'errors.invalid-input-missing-field': must('server', 'A call that lacks a required field is `invalid_input`.'),
  'errors.invalid-input-wrong-type': must('server', 'A call with a field of the wrong type is `invalid_input`.'),
  'errors.invalid-input-unlisted-value': must(
    'server',
    'A call with a value outside the list of a field is `invalid_input`.',
  ),
  'errors.invalid-input-status': must('server', '`invalid_input` goes with the HTTP status 400.'),

  // unsupported_format
  'errors.unsupported-format-code': must(
    'server',
    'A call that is refused for the type of a file gets the code `unsupported_format`.',
  ),
  'errors.unsupported-format-trigger': must('server', 'A file that is neither image nor audio nor video is not taken.'),
  'errors.unsupported-format-status': must('server', '`unsupported_format` goes with the HTTP status 400.'),

  // input_too_large
  'errors.input-too-large-code': must(
    'server',
    'A call that is refused for the size of a file gets the code `input_too_large`.',
  ),
  'errors.input-too-large-duration-trigger': must(
    'server',
    'A file that plays longer than the limit of duration is refused as `input_too_large`.',
  ),
  'errors.input-too-large-status': must('server', '`input_too_large` goes with the HTTP status 400.'),

  // capability_unavailable
  'errors.capability-unavailable-code': must(
    'server',
    'A call that is refused because its capability is off gets the code `capability_unavailable`.',
  ),
  'errors.capability-unavailable-trigger': must('server', 'A call to a capability that is switched off is refused.'),
  'errors.capability-unavailable-status': must('server', '`capability_unavailable` goes with the HTTP status 400.'),

  // not_found
  'errors.not-found-code': must('server', 'A call for a job that cannot be shown gets the code `not_found`.'),
  'errors.not-found-unknown-job': must('server', 'A call for a job that does not exist is `not_found`.'),
  'errors.not-found-foreign-job': must('server', 'A call for a job of another account is `not_found`.'),
  'errors.not-found-status': must('server', '`not_found` goes with the HTTP status 404.'),
} as const satisfies ClauseTable;
