/** A file of the user's own as an input: what it is, by its name, and how long it plays, by its content. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { limits } from '../spec/limits.ts';
import type { MediaKind } from '../spec/vocabulary.ts';
import type { Input } from './target.ts';
import { WrongOrder } from './wrong-order.ts';

const contentTypes: { readonly [extension: string]: string } = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
};

/** What stands for a role has to be of its kind, or every request that uses it would be unlawful. */
const kinds: { readonly [role: string]: MediaKind } = {
  video: 'video',
  image: 'image',
  face: 'image',
  audio: 'audio',
  voice: 'audio',
};

/** In the narrowest reading of MB. */
const bytesMax: { readonly [kind in MediaKind]: number } = {
  image: limits.imageMbMax * 1_000_000,
  audio: limits.audioMbMax * 1_000_000,
  video: limits.videoMbMax * 1_000_000,
};

/** Throws WrongOrder for a file that cannot be read or priced, and for one that cannot stand for its role. */
export const readInput = async (role: string, file: string): Promise<Input> => {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new WrongOrder(`the file ${file} for ${role} cannot be read (${error.code ?? error.message})`, {
      cause: error,
    });
  });
  const contentType = contentTypes[extname(file).toLowerCase()];
  if (contentType === undefined) {
    throw new WrongOrder(`the file ${file} for ${role} must end with one of ${Object.keys(contentTypes).join(', ')}`);
  }
  const kind = kinds[role];
  if (kind !== undefined && !contentType.startsWith(`${kind}/`)) {
    throw new WrongOrder(`the file ${file} for ${role} must be of kind ${kind}, and its ending says ${contentType}`);
  }
  if (kind !== undefined && bytes.length > bytesMax[kind]) {
    throw new WrongOrder(
      `the file ${file} for ${role} has ${bytes.length} bytes, and ${bytesMax[kind]} are the most for one of kind ${kind}`,
    );
  }
  const seconds = contentType.startsWith('image/') ? 0 : await lengthOf(bytes);
  if (seconds === undefined && ['video', 'audio'].includes(role)) {
    throw new WrongOrder(
      `the length of ${file} cannot be read, so nothing that uses it can be priced: give another for ${role}`,
    );
  }
  return { bytes, name: basename(file), contentType, seconds: seconds ?? 0 };
};

const lengthOf = async (bytes: Uint8Array): Promise<number | undefined> => {
  const { ALL_FORMATS, BufferSource, Input: Reader } = await import('mediabunny');
  const reader = new Reader({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  try {
    return await reader.computeDuration();
  } catch {
    return undefined;
  } finally {
    reader.dispose();
  }
};
