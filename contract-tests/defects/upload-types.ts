/** Uploads that are taken though they are none, or refused though they are some: by their type, and without a file. */
import type { MediaKind } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

type Kind = ReturnType<ReturnType<NonNullable<Ports['uploadKind']>>>;

const unsupported: Kind = { refusal: { code: 'unsupported_format', message: 'This type is not taken.' } };

const refusingTypes = (types: RegExp): Ports => ({
  uploadKind: (next) => (part) => (types.test(part.contentType) ? unsupported : next(part)),
});

const takingAs = (types: RegExp, kind: MediaKind, contentType: string): Ports => ({
  uploadKind: (next) => (part) => (types.test(part.contentType) ? { kind, contentType } : next(part)),
});

/** By the ending of the name, whatever the content type is. */
const byName: Ports = {
  uploadKind: (next) => (part) => {
    if (/\.(png|jpe?g)$/.test(part.name)) return { kind: 'image', contentType: 'image/png' };
    if (part.name.endsWith('.mp4')) return { kind: 'video', contentType: 'video/mp4' };
    if (/\.(wav|mp3)$/.test(part.name)) return { kind: 'audio', contentType: 'audio/wav' };
    return next(part);
  },
};

const typeClauses = [
  'errors.unsupported-format-trigger',
  'endpoints.uploads.type-from-content-type',
  'errors.unsupported-format-code',
] as const;

export const uploadTypeDefects: readonly Defect[] = [
  ...(
    [
      ['image', /^image\//],
      ['image', /^image\/jpeg/],
      ['audio', /^audio\//],
      ['audio', /^audio\/mpeg/],
      ['audio', /^audio\/wav/],
      ['video', /^video\//],
    ] as const
  ).map(([kind, types]): Defect => ({
    id: `limits.upload-refuses-${types.source.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`,
    does: `takes no file of ${types.source}`,
    clause: clauseNamed(`endpoints.uploads.accepts-${kind}`),
    ports: () => refusingTypes(types),
  })),
  {
    id: 'limits.upload-takes-pdf',
    does: 'takes a PDF for an image',
    clause: 'errors.unsupported-format-trigger',
    also: typeClauses,
    ports: () => takingAs(/pdf/, 'image', 'image/png'),
  },
  {
    id: 'limits.upload-takes-pages',
    does: 'takes a page for a video',
    clause: 'errors.unsupported-format-trigger',
    ports: () => takingAs(/html/, 'video', 'video/mp4'),
  },
  {
    id: 'limits.upload-takes-everything',
    does: 'takes whatever is sent',
    clause: 'errors.unsupported-format-trigger',
    also: typeClauses,
    ports: () => takingAs(/^application\/(?!octet)|^text\//, 'video', 'video/mp4'),
  },
  {
    id: 'limits.upload-type-by-name',
    does: 'goes by the ending of the file name',
    clause: 'endpoints.uploads.type-from-content-type',
    also: typeClauses,
    ports: () => byName,
  },
  {
    id: 'limits.upload-kind-always-image',
    does: 'takes audio files for videos',
    clause: 'endpoints.uploads.type-from-content-type',
    also: ['endpoints.lip-sync.audio-key-meaning', 'endpoints.voice-clone.voice-key-meaning'],
    ports: () => takingAs(/^audio\//, 'video', 'video/mp4'),
  },
  {
    id: 'limits.upload-type-is-invalid',
    does: 'calls a type that it does not take invalid input',
    clause: 'errors.unsupported-format-code',
    also: typeClauses,
    ports: () => ({
      uploadKind: (next) => (part) => {
        const kind = next(part);
        return 'refusal' in kind ? { refusal: { ...kind.refusal, code: 'invalid_input' } } : kind;
      },
    }),
  },
  {
    id: 'limits.upload-without-file',
    does: 'answers a form without a file with a key',
    clause: 'endpoints.uploads.file-required',
    also: ['endpoints.uploads.file-is-file', 'errors.invalid-input-missing-field'],
    ports: () => answeringRefused((message) => /required|hold nothing|before its first/.test(message)),
  },
  {
    id: 'limits.upload-json-for-form',
    does: 'answers JSON that names a file with a key',
    clause: 'endpoints.uploads.file-required',
    also: ['errors.invalid-input-missing-field'],
    ports: () => answeringRefused((message) => message.includes('must be multipart')),
  },
  ...(
    [
      ['fonts', 'a font', /^font\//],
      ['models', 'a model', /^model\//],
      ['images-in-the-name', 'what has an image in the name of its type', /^text\/x-image/],
      ['office', 'a document of an office', /officedocument/],
    ] as const
  ).map(([word, what, types]): Defect => ({
    id: `limits.upload-takes-${word}`,
    does: `takes ${what} for an image`,
    clause: 'errors.unsupported-format-trigger',
    also: typeClauses,
    ports: () => takingAs(types, 'image', 'image/png'),
  })),
  ...(
    [
      ['empty-file', 'a file of no bytes', /no bytes|empty/],
      ['no-type', 'a file of no content type', /octet-stream|content type/],
    ] as const
  ).map(([word, what, message]): Defect => ({
    id: `errors.upload-${word}-crashes`,
    does: `breaks on ${what}`,
    clause: 'errors.invalid-input-code',
    ports: () => ({
      present: (next) => (answer, asked) =>
        asked.operation === 'uploadFile' && asked.refused !== undefined && message.test(JSON.stringify(answer.body))
          ? next({ ...answer, status: 500, body: { error: { code: 'internal_error', message: 'It broke.' } } }, asked)
          : next(answer, asked),
    }),
  })),
  {
    id: 'limits.upload-text-for-file',
    does: 'takes a text in place of a file',
    clause: 'endpoints.uploads.file-is-file',
    ports: () => answeringRefused((message) => message.includes('no filename')),
  },
];

/** Gives a key where the form was refused with such a message. */
function answeringRefused(when: (message: string) => boolean): Ports {
  return {
    present: (next) => (answer, asked) => {
      if (asked.operation !== 'uploadFile' || asked.refused !== 'invalid_input') return next(answer, asked);
      if (!when(JSON.stringify(answer.body))) return next(answer, asked);
      return next(
        { ...answer, status: 201, body: { file_key: 'file_none', url: 'https://files.example/none' } },
        asked,
      );
    },
  };
}
