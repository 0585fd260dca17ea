/** Errors of a job: they stand in `error.code` and answer no request. */
import { must, type ClauseTable } from '../../clause.ts';

export const jobErrorClauses = {
  // face_not_detected
  'errors.face-not-detected-code': must(
    'server',
    'A job that fails for want of a face has `error.code` `face_not_detected`.',
  ),
  'errors.face-not-detected-trigger': must('server', 'A job that needs a face fails when its input shows none.'),
  'errors.face-not-detected-job-level': must(
    'server',
    '`face_not_detected` never answers an HTTP request as its error: it has no status.',
  ),

  // content_rejected
  'errors.content-rejected-code': must(
    'server',
    'A job that fails a check of its content has `error.code` `content_rejected`.',
  ),
  'errors.content-rejected-trigger': must('server', 'A job whose input does not pass the content check fails.'),
  'errors.content-rejected-job-level': must(
    'server',
    '`content_rejected` never answers an HTTP request as its error: it has no status.',
  ),

  // processing_failed
  'errors.processing-failed-code': must(
    'server',
    'A job that fails in its render has `error.code` `processing_failed`.',
  ),
  'errors.processing-failed-trigger': must('server', 'A job whose render breaks off fails.'),
  'errors.processing-failed-job-level': must(
    'server',
    '`processing_failed` never answers an HTTP request as its error: it has no status.',
  ),
} as const satisfies ClauseTable;
