/** What an uploaded file is: "type is detected from the content type" (endpoints.uploads), here that of its part. */
import type { GapChoices } from '../../../spec/gaps.ts';
import { type MediaKind, mediaKinds } from '../../../spec/vocabulary.ts';
import { type Refused, refuse } from '../../domain/refusal.ts';

export type FileType = { readonly kind: MediaKind; readonly contentType: string };

export const fileTypeOf = (declared: string, name: string, choices: GapChoices): FileType | Refused => {
  if (declared.startsWith('multipart/'))
    return refuse('invalid_input', 'file must be one file, not a form within the form');
  const unknown = declared === 'application/octet-stream' || declared === 'text/plain';
  const guessed = unknown && choices['octet-stream-upload'] === 'by-name' ? typeByName(name) : undefined;
  const contentType = guessed ?? declared;
  const kind = mediaKinds.find((one) => contentType.startsWith(`${one}/`));
  // It comes back as a header when the file is fetched, so it must be a well-formed type.
  if (kind === undefined || !typeForm.test(contentType)) return unsupported(declared);
  if (choices['accepted-types'] === 'common-only' && !common.has(contentType)) return unsupported(declared);
  return { kind, contentType };
};

/** An ending for the type, with its dot; none for a type we have no ending for. */
export const endingOf = (contentType: string): string => {
  const found = Object.entries(endings).find(([, type]) => type === contentType);
  return found === undefined ? '' : `.${found[0]}`;
};

const typeForm = /^[a-z]+\/[a-z0-9][a-z0-9.+_-]{0,99}$/;

const unsupported = (declared: string): Refused =>
  refuse(
    'unsupported_format',
    `file must be an image, audio or video by the content type of its part, got ${JSON.stringify(declared.slice(0, 80))}`,
  );

const typeByName = (name: string): string | undefined => {
  const ending = /\.([a-z0-9]{2,4})$/.exec(name.toLowerCase())?.[1];
  return Object.entries(endings).find(([one]) => one === ending)?.[1];
};

const endings = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
} as const;

const common = new Set(
  'image/png image/jpeg image/webp video/mp4 video/quicktime video/webm audio/wav audio/x-wav audio/mpeg audio/mp4 audio/ogg'.split(
    ' ',
  ),
);
