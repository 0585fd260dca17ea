/** Voice profile: a voice that can be chosen. */
import { must, type ClauseTable } from '../../clause.ts';

export const voiceProfile = {
  'resources.voice-profile.id-present': must('server', 'A voice profile carries `id`.'),
  'resources.voice-profile.id-string': must('server', '`id` of a voice profile is a string.'),
  'resources.voice-profile.name-present': must('server', 'A voice profile carries `name`.'),
  'resources.voice-profile.name-string': must('server', '`name` of a voice profile is a string.'),
  'resources.voice-profile.description-present': must('server', 'A voice profile carries `description`.'),
  'resources.voice-profile.description-string': must('server', '`description` of a voice profile is a string.'),
  'resources.voice-profile.preview-url-present': must('server', 'A voice profile carries `preview_url`.'),
  'resources.voice-profile.preview-url-string': must('server', '`preview_url` of a voice profile is a string.'),
  'resources.voice-profile.preview-url-audio': must(
    'server',
    '`preview_url` of a voice profile leads to a sample in audio.',
  ),
} as const satisfies ClauseTable;
