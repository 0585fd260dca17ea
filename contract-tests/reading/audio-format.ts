/** The format frame of a voice socket, read as far as it can be. */
import type { StreamFrame } from '../wire/stream.ts';
import { isObject, memberOf } from './members.ts';

/** What a frame says of the format; undefined for one that is about something else. */
export const formatIn = ({ bytes }: StreamFrame): { readonly [name: string]: unknown } | undefined => {
  // Of thousands of frames of sound none has to be parsed.
  if (!beginsAsObject(bytes)) return undefined;
  const json = parsed(bytes);
  return isObject(json) && ('sample_rate' in json || 'chunk_frames' in json) ? json : undefined;
};

const beginsAsObject = (bytes: Buffer): boolean => {
  let at = 0;
  while (spaces.has(bytes[at] ?? 0)) at++;
  return bytes[at] === openingBrace;
};

const openingBrace = 0x7b;

/** Between the words of JSON. */
const spaces = new Set<number>(Buffer.from(' \t\r\n'));

export const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
};

/** A number of the format, once it has come; undefined for one that no format can have. */
export const formatNumber = (
  frames: readonly StreamFrame[],
  name: 'sample_rate' | 'chunk_frames',
): number | undefined => {
  for (const frame of frames) {
    const value = memberOf(formatIn(frame), name);
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  }
  return undefined;
};
