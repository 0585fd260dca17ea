/** `GET /voices`: the voices there are. */
import { must, type ClauseTable } from '../../clause.ts';

export const voices = {
  'endpoints.voices.returns-array': must('server', '`GET /voices` answers with an array.'),
  'endpoints.voices.items-are-profiles': must('server', 'Each item that `GET /voices` lists is a Voice profile.'),
} as const satisfies ClauseTable;
