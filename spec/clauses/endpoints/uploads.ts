/** `POST /uploads`: a file goes in, a `file_key` comes out. */
import { must, type ClauseTable } from '../../clause.ts';

export const uploads = {
  'endpoints.uploads.multipart': must('client', 'A client sends an upload as `multipart/form-data` and not as JSON.'),
  'endpoints.uploads.file-required': must('server', 'An upload form without a `file` field is refused.'),
  'endpoints.uploads.file-is-file': must('server', 'A `file` field that holds plain text and no file is refused.'),
  'endpoints.uploads.accepts-image': must('server', '`POST /uploads` takes an image.'),
  'endpoints.uploads.accepts-audio': must('server', '`POST /uploads` takes an audio file.'),
  'endpoints.uploads.accepts-video': must('server', '`POST /uploads` takes a video.'),
  'endpoints.uploads.type-from-content-type': must(
    'server',
    'What kind of file was uploaded is decided by its content type.',
  ),
  'endpoints.uploads.returns-upload': must('server', 'An accepted upload is answered with the Upload object.'),
} as const satisfies ClauseTable;
