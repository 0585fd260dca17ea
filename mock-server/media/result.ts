/** What a finished job's file contains: a picture, a sound or a video that follows from its spec, the job's id on it. */
import { stat } from 'node:fs/promises';
import { type Clip, type VideoSpec, writeMp4 } from './mp4.ts';
import { drawGif } from './gif.ts';
import { drawPng } from './png.ts';
import { wavBytes, wavLength } from './wav.ts';

export type ResultSpec = VideoSpec & { kind: 'video' | 'image' | 'audio'; image?: 'png' | 'gif' };

export type Materials = {
  readonly clips: readonly Clip[];
  /** Where a video is written to: it is the one kind too large to hold and too costly to make twice. */
  readonly path: string;
};

/** Bytes to be asked for in ranges, or a file. */
export type Result = { readonly contentType: string; readonly length: number } & (
  | { readonly kind: 'bytes'; readonly bytes: (start: number, end: number) => Uint8Array<ArrayBuffer> }
  | { readonly kind: 'file'; readonly path: string }
);

export const makeResult = async (spec: ResultSpec, materials: Materials): Promise<Result> => {
  switch (spec.kind) {
    case 'image': {
      const image = spec.image === 'gif' ? drawGif(spec) : await drawPng(spec);
      const bytes = (start: number, end: number): Uint8Array<ArrayBuffer> => image.subarray(start, end);
      return { kind: 'bytes', contentType: `image/${spec.image ?? 'png'}`, length: image.length, bytes };
    }
    case 'audio': {
      const bytes = (start: number, end: number): Uint8Array<ArrayBuffer> => wavBytes(spec, start, end);
      return { kind: 'bytes', contentType: 'audio/wav', length: wavLength(spec), bytes };
    }
    case 'video':
      await writeMp4(spec, materials.clips, materials.path);
      return {
        kind: 'file',
        contentType: spec.container === 'mov' ? 'video/quicktime' : 'video/mp4',
        length: (await stat(materials.path)).size,
        path: materials.path,
      };
    default:
      return spec.kind satisfies never;
  }
};
