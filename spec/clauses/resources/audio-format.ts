/** Audio format frame: the first message on the voice socket. */
import { must, type ClauseTable } from '../../clause.ts';

export const audioFormat = {
  'resources.audio-format.sample-rate-present': must('server', 'The audio format frame carries `sample_rate`.'),
  'resources.audio-format.sample-rate-integer': must(
    'server',
    '`sample_rate` of the audio format frame is an integer.',
  ),
  'resources.audio-format.chunk-frames-present': must('server', 'The audio format frame carries `chunk_frames`.'),
  'resources.audio-format.chunk-frames-integer': must(
    'server',
    '`chunk_frames` of the audio format frame is an integer.',
  ),
} as const satisfies ClauseTable;
