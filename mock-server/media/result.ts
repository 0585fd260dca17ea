/** What a finished job's file contains: a picture, a sound or a video that follows from its spec, the job's id on it. */
import { stat } from 'node:fs/promises';
import { drawGif } from './gif.ts';
import { type VideoSpec, isShort, mp4Bytes, writeMp4 } from './mp4.ts';
import { drawPng } from './png.ts';
import { RecentResults } from './recent-results.ts';

export type ResultSpec = VideoSpec & { kind: 'video' | 'image'; image?: 'png' | 'gif' };

/** Bytes, which are not to be written to, or the size of the file that was written. */
export type Result = { readonly length: number; readonly bytes?: Uint8Array<ArrayBuffer> };

/** @param path where a video is written to that is too large to hold, or has the sound of a file */
export const makeResult = async (spec: ResultSpec, path: string): Promise<Result> => {
  // What is in a file does not follow from its path.
  if (spec.soundtrackPath !== undefined) return make(spec, path);
  const key = JSON.stringify(spec);
  const known = recent.get(key);
  if (known !== undefined) return { length: known.length, bytes: known };
  const result = await make(spec, path);
  if (result.bytes !== undefined) recent.keep(key, result.bytes);
  return result;
};

/** Of all mocks of the process. */
const recent = new RecentResults({ bytesMax: 16_000_000, bytesEachMax: 1_000_000 });

const make = async (spec: ResultSpec, path: string): Promise<Result> => {
  switch (spec.kind) {
    case 'image':
      return ofBytes(await (spec.image === 'gif' ? drawGif(spec) : drawPng(spec)));
    case 'video':
      if (isShort(spec)) return ofBytes(await mp4Bytes(spec));
      await writeMp4(spec, path);
      return { length: (await stat(path)).size };
    default:
      return spec.kind satisfies never;
  }
};

const ofBytes = (bytes: Uint8Array<ArrayBuffer>): Result => ({ length: bytes.length, bytes });
