/** What each job endpoint takes, as fields of a form with something to try in each. */
import type { JobNews } from '../../../../spec/schemas/feed.ts';
import type { JobEndpoint } from '../../../../spec/vocabulary.ts';

export type FileField = { readonly kind: 'file'; readonly name: string; readonly label: string; readonly of: FileKind };
export type TextField = {
  readonly kind: 'text' | 'long-text';
  readonly name: string;
  readonly label: string;
  readonly value: string;
};
export type ChoiceField = {
  readonly kind: 'choice';
  readonly name: string;
  readonly label: string;
  readonly of: readonly (string | number)[];
};
export type Field = FileField | TextField | ChoiceField;

export type FileKind = keyof typeof samples;

export type JobForm = {
  readonly title: string;
  readonly gives: JobNews['result_kind'];
  readonly fields: readonly Field[];
};

/** Files that the mock serves to try it with, the usual one first. */
export const samples = {
  video: ['clip.mp4', 'clip-silent.mp4', 'clip.webm'],
  image: ['portrait.png', 'face.jpg'],
  face: ['face.jpg', 'portrait.png'],
  audio: ['speech.mp3', 'voice.wav'],
  voice: ['voice.wav', 'speech.mp3'],
} as const;

/** What the picker of one's own files offers. */
export const accepts: { readonly [kind in FileKind]: string } = {
  video: 'video/*',
  image: 'image/*',
  face: 'image/*',
  audio: 'audio/*',
  voice: 'audio/*',
};

const file = (name: string, label: string, of: FileKind): FileField => ({ kind: 'file', name, label, of });
const lines: ChoiceField = {
  kind: 'choice',
  name: 'output_resolution_p',
  label: 'Output lines',
  of: [480, 720, 1080],
};
const script: TextField = {
  kind: 'long-text',
  name: 'script',
  label: 'Script',
  value: 'Welcome to the demonstration. This is how it sounds.',
};
const language: TextField = { kind: 'text', name: 'language', label: 'Language', value: '' };

export const jobForms: { readonly [endpoint in JobEndpoint]: JobForm } = {
  'face-swap-image': {
    title: 'Face swap, image',
    gives: 'image',
    fields: [file('image_key', 'Base image', 'image'), file('face_key', 'Face', 'face')],
  },
  'face-swap': {
    title: 'Face swap, video',
    gives: 'video',
    fields: [file('video_key', 'Video', 'video'), file('face_key', 'Face', 'face'), lines],
  },
  'character-swap': {
    title: 'Character swap',
    gives: 'video',
    fields: [
      file('video_key', 'Reference video', 'video'),
      file('character_key', 'Character', 'image'),
      { kind: 'choice', name: 'resolution', label: 'Resolution', of: ['1k', '2k'] },
    ],
  },
  'motion-control': {
    title: 'Motion control',
    gives: 'video',
    fields: [file('image_key', 'Character', 'image'), file('motion_video_key', 'Motion', 'video')],
  },
  avatar: {
    title: 'Talking avatar',
    gives: 'video',
    fields: [
      file('image_key', 'Portrait', 'image'),
      script,
      { kind: 'text', name: 'voice_id', label: 'Voice', value: '' },
      language,
      lines,
    ],
  },
  'lip-sync': {
    title: 'Lip sync',
    gives: 'video',
    fields: [file('video_key', 'Video', 'video'), file('audio_key', 'Audio', 'audio'), lines],
  },
  'voice-clone': {
    title: 'Voice clone',
    gives: 'audio',
    fields: [file('voice_key', 'Reference voice', 'voice'), script, language],
  },
};
