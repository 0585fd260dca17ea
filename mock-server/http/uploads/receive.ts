/** From the body of a request to a finished blob: all of it, or nothing of it. */
import { Readable } from 'node:stream';
import type { GapChoices } from '../../../spec/gaps.ts';
import { mediaKinds } from '../../../spec/vocabulary.ts';
import { isRefused, refuse, type Refused } from '../../domain/refusal.ts';
import type { Upload } from '../../domain/upload.ts';
import type { BlobStore } from '../../store/blobs.ts';
import { openBody } from './body.ts';
import { boundaryOf, envelopeBytesMax } from './envelope.ts';
import { readForm } from './form.ts';
import { holdAnswer } from './hold.ts';
import { type Limit, keepFile, keepWhole } from './keep.ts';
import type { FileHead } from './plain-form.ts';
import type { UploadRules } from './rules.ts';
import { tooLarge } from './sizes.ts';
import { Gone, Stop, stop } from './stop.ts';
import { readWhole, wholeBytesMax } from './whole.ts';

export type Received = {
  readonly file: Pick<Upload, 'kind' | 'contentType' | 'name' | 'bytes'>;
  /** Of a small file what is in it: it need not be read back. */
  readonly content?: Buffer;
};

type Source = { readonly request: Request; readonly incoming: NodeJS.ReadableStream | undefined };

/** Puts the file into the blob of that name. Of a refused or broken upload nothing is left. */
export const receiveFile = async (
  source: Source,
  {
    blobs,
    choices,
    uploadRules,
  }: { readonly blobs: BlobStore; readonly choices: GapChoices; readonly uploadRules: UploadRules },
  blob: string,
): Promise<Received | Refused> => {
  try {
    const received = await readFile(source, blobs, choices, uploadRules, blob);
    await blobs.finish(blob);
    return received;
  } catch (error) {
    await blobs.discard(blob);
    await holdAnswer(source.incoming);
    if (error instanceof Stop) return { refusal: error.refusal };
    if (error instanceof Gone) return refuse('invalid_input', error.message);
    throw error;
  }
};

const readFile = async (
  source: Source,
  blobs: BlobStore,
  choices: GapChoices,
  { bytesMax, typeOf }: UploadRules,
  blob: string,
): Promise<Received> => {
  const { headers } = source.request;
  const boundary = boundaryOf(headers.get('content-type'));
  if (boundary === undefined) {
    throw stop('invalid_input', 'the body must be multipart/form-data, and its content-type must name a boundary');
  }
  // Only ever believed where it is a reason to refuse; what comes is counted in any case.
  const declaredBytes = Number(headers.get('content-length') ?? 0);
  const largest = mediaKinds.reduce((one, other) => (bytesMax(other) > bytesMax(one) ? other : one));
  const bodyBytesMax = bytesMax(largest) + envelopeBytesMax;
  if (declaredBytes > bodyBytesMax) throw tooLarge(largest, bytesMax(largest));

  let judged: Judged | undefined;
  const judge = (head: FileHead): Judged => {
    const type = typeOf({ contentType: head.contentType, name: head.name });
    if (isRefused(type)) throw new Stop(type);
    const most = bytesMax(type.kind);
    const limit = { bytesMax: most, tooLarge: () => tooLarge(type.kind, most) };
    if (declaredBytes > most + envelopeBytesMax) throw limit.tooLarge();
    return { limit, file: { ...type, name: tidy(head.name) } };
  };
  const judgedOnce = (head: FileHead): Judged => (judged ??= judge(head));

  const opened = openBody(source);
  const body =
    declaredBytes > wholeBytesMax
      ? opened
      : await readWhole(opened, boundary, (head) => judgedOnce(head).limit.bytesMax);
  if (!(body instanceof Readable)) {
    const { file, limit } = judgedOnce(body);
    await keepWhole(body.content, blobs, blob, limit);
    return { file: { ...file, bytes: body.content.length }, content: body.content };
  }

  const rules = { boundary, bodyBytesMax, ignoreOtherParts: choices['extra-form-fields'] === 'ignored' };
  let received: Received | undefined;
  await readForm(body, rules, async ({ stream, ...head }) => {
    const { file, limit } = judgedOnce(head);
    const bytes = await keepFile(stream, blobs, blob, limit);
    if (bytes === 0 && choices['empty-file'] !== 'accepted') throw stop(choices['empty-file'], 'file is empty');
    received = { file: { ...file, bytes } };
  });
  if (received === undefined) throw new Error('a form was read and none of it received');
  return received;
};

/** What may be taken of a file, by the head of its part. */
type Judged = { readonly limit: Limit; readonly file: Omit<Received['file'], 'bytes'> };

/** A name that can be shown: as it came, without what would break a line or turn the writing around. */
const tidy = (name: string): string =>
  Array.from(name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ''))
    .slice(0, 255)
    .join('');
