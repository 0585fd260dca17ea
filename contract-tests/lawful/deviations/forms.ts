/** The form of an upload: whether it holds one file, of which type it says to be, and how large it is. */
import { limits } from '../../../spec/limits.ts';
import { operations } from '../../../spec/operations.ts';
import { type MediaKind, mediaKinds } from '../../../spec/vocabulary.ts';
import type { Constraint } from '../requests.ts';
import type { SentRequest } from '../../wire/exchange.ts';
import type { Deviation, Sent } from './deviation.ts';
import { type FormPart, partsOf } from './form-parts.ts';

export const formDeviations = ({ id, request }: Sent): readonly Deviation[] => {
  if (!('multipart' in operations[id])) return [];
  const parts = partsOf(request);
  if (parts === undefined) return [['not-form']];
  const [file, ...others] = parts.toSorted((one, other) => Number(isFile(other)) - Number(isFile(one)));
  if (file?.name !== 'file') return [['no-file']];
  return [
    ...(others.length > 0 ? [['gap:extra-form-fields'] as const] : []),
    ...(file.filename === undefined ? [['file-as-text'] as const] : fileDeviations(file)),
  ];
};

const isFile = ({ name }: FormPart): boolean => name === 'file';

const fileDeviations = ({ contentType = 'application/octet-stream', bytes }: FormPart): readonly Deviation[] => {
  const kind = kindOf(contentType);
  const tooLarge = kind === undefined ? undefined : sizeLabel(kind, bytes);
  return [
    ...(kind === undefined ? [typeDeviation(contentType)] : []),
    ...(bytes === 0 ? [['gap:empty-file'] as const] : []),
    ...(tooLarge === undefined ? [] : [[tooLarge] as const]),
  ];
};

const typeDeviation = (contentType: string): Deviation =>
  contentType === 'application/octet-stream' ? ['gap:octet-stream-upload'] : ['file-type'];

const megabytes = {
  image: limits.imageMbMax,
  audio: limits.audioMbMax,
  video: limits.videoMbMax,
} as const satisfies Record<MediaKind, number>;

/** Whether a size is over the limit in every reading of MB, or in one. */
const sizeLabel = (kind: MediaKind, bytes: number): Constraint | undefined => {
  if (bytes > megabytes[kind] * 2 ** 20) return 'file-size';
  return bytes > megabytes[kind] * 1e6 ? 'gap:size-unit' : undefined;
};

const kindOf = (contentType: string): MediaKind | undefined =>
  mediaKinds.find((kind) => contentType.toLowerCase().startsWith(`${kind}/`));

/** Of the file of an upload, by its content type; undefined where it has none. */
export const uploadedKind = (request: SentRequest): MediaKind | undefined => {
  const file = partsOf(request)?.find(isFile);
  return file?.contentType === undefined ? undefined : kindOf(file.contentType);
};
