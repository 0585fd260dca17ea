/** Whether the first bytes of a file are those of its declared content type (gap `content-sniffing`). */
import { type Refused, refuse } from '../../domain/refusal.ts';
import type { BlobStore } from '../../store/blobs.ts';

/**
 * Types that are not in the table cannot be told by their first bytes: they are taken at their word.
 * @param content what is in the blob, where it is at hand
 */
export const refuseOtherContent = async (
  blobs: BlobStore,
  blob: string,
  contentType: string,
  content?: Buffer,
): Promise<Refused | undefined> => {
  const fits = signatures[contentType];
  if (fits === undefined) return undefined;
  const head = content?.toString('latin1', 0, headBytes) ?? (await headOf(blobs, blob));
  return head === '' || fits.test(head)
    ? undefined
    : refuse('unsupported_format', `file is declared as ${contentType} and does not begin like it`);
};

const headBytes = 16;

/** One character for each of the first bytes. */
const headOf = async (blobs: BlobStore, blob: string): Promise<string> => {
  const handle = await blobs.openToRead(blob);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

const isoFile = /^[^]{4}(ftyp|moov|mdat|wide|free|skip)/;
const matroska = /^[^]E\xdf\xa3/;
const wave = /^RIFF[^]{4}WAVE/;

const signatures: { readonly [contentType: string]: RegExp } = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'video/mp4': isoFile,
  'video/quicktime': isoFile,
  'video/webm': matroska,
  'audio/mp4': isoFile,
  'audio/webm': matroska,
  'audio/wav': wave,
  'audio/x-wav': wave,
  'audio/mpeg': /^(ID3|\xff[\xe0-\xff])/,
  'audio/ogg': /^OggS/,
  'audio/flac': /^fLaC/,
};
