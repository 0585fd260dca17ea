/** How large an upload may be (limits: 45 MB of image or audio, 500 MB of video). What an MB is, the gap `size-unit` says. */
import type { GapChoices } from '../../../spec/gaps.ts';
import { limits } from '../../../spec/limits.ts';
import type { MediaKind } from '../../../spec/vocabulary.ts';
import { type Stop, stop } from './stop.ts';

const megabytes = { image: limits.imageMbMax, audio: limits.audioMbMax, video: limits.videoMbMax } as const;

export const bytesMax = (kind: MediaKind, choices: GapChoices): number =>
  megabytes[kind] * (choices['size-unit'] === 'binary' ? 2 ** 20 : 1_000_000);

/** @param bytes how many it may have */
export const tooLarge = (kind: MediaKind, bytes: number): Stop =>
  stop('input_too_large', `${kind} may have at most ${megabytes[kind]} MB, which are ${bytes} bytes`);
