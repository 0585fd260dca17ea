/** Upload: what comes back for a file. */
import { must, type ClauseTable } from '../../clause.ts';

export const upload = {
  'resources.upload.file-key-present': must('server', 'An upload carries `file_key`.'),
  'resources.upload.file-key-string': must('server', '`file_key` of an upload is a string.'),
  'resources.upload.file-key-usable': must(
    'server',
    'A job endpoint takes the `file_key` of an upload as an input key.',
  ),
  'resources.upload.url-present': must('server', 'An upload carries `url`.'),
  'resources.upload.url-string': must('server', '`url` of an upload is a string.'),
  'resources.upload.url-hosts-file': must(
    'server',
    '`url` of an upload is the address at which the uploaded file is hosted.',
  ),
} as const satisfies ClauseTable;
