/** What a finished job's file contains: a picture, a sound or a video that follows from its spec, the job's id on it. */
import { stat } from 'node:fs/promises';
import { drawGif } from './gif.ts';
import { type VideoSpec, writeMp4 } from './mp4.ts';
import { drawPng } from './png.ts';

export type ResultSpec = VideoSpec & { kind: 'video' | 'image'; image?: 'png' | 'gif' };

/** Bytes, or the size of the file that was written. */
export type Result = { readonly length: number; readonly bytes?: Uint8Array<ArrayBuffer> };

/** @param path where a video is written to: it is too large to hold */
export const makeResult = async (spec: ResultSpec, path: string): Promise<Result> => {
  switch (spec.kind) {
    case 'image': {
      const bytes = await (spec.image === 'gif' ? drawGif(spec) : drawPng(spec));
      return { length: bytes.length, bytes };
    }
    case 'video':
      await writeMp4(spec, path);
      return { length: (await stat(path)).size };
    default:
      return spec.kind satisfies never;
  }
};
