/** The two shapes of a call, where inputs come from, and who pays when. */
import { must, type ClauseTable } from '../clause.ts';

export const service = {
  'service.inputs-uploaded-first': must(
    'client',
    'A client uploads its inputs before it submits the job that uses them.',
  ),
  'service.inputs-by-file-key': must(
    'client',
    'A client names the inputs of a capability call by `file_key`, never by a web address.',
  ),
  'service.no-external-fetch': must(
    'server',
    'The service never fetches an outside address that was put in place of an input.',
  ),
  'service.followed-to-terminal': must(
    'client',
    'A client follows its job, by polling or by webhook, until the job is in a terminal state.',
  ),
  'service.result-downloadable': must(
    'server',
    'The result of a succeeded job can be downloaded from its signed link.',
  ),
  'service.charges-from-balance': must('server', 'What calls cost is taken out of the prepaid balance.'),
  'service.topped-up-in-advance': must('client', 'The balance is filled before the calls that are to be paid from it.'),
  'service.no-subscription': must(
    'server',
    'No standing charge exists: an account that makes no calls keeps its balance.',
  ),
  'service.no-minimum': must('server', 'No least amount applies: small use is charged for what it is.'),
} as const satisfies ClauseTable;
