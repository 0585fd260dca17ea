/** What every error carries, and what a client may build on. */
import { must, type ClauseTable } from '../../clause.ts';

export const errorShape = {
  'errors.code-present': must('server', 'Every error carries a `code`.'),
  'errors.message-present': must('server', 'Every error carries a `message` for people to read.'),
  'errors.branch-on-code': must('client', 'A client decides by the `code` of an error and never by its `message`.'),
  'errors.job-level-in-webhook': must(
    'server',
    'The webhook of a failed job shows its job-level code in `error.code`.',
  ),
} as const satisfies ClauseTable;
