/** The files that the judge works with where the user gives none. */
import { medium, mediumBytes, usualMedia } from '../fixtures/media.ts';
import type { Input, InputRole, Inputs } from './target.ts';

export const usualInputs = async (): Promise<Inputs> => ({
  video: await usual('video'),
  image: await usual('image'),
  face: await usual('face'),
  audio: await usual('audio'),
  voice: await usual('voice'),
});

const usual = async (role: InputRole): Promise<Input> => {
  const name = usualMedia[role];
  const { contentType, durationSeconds = 0 } = medium(name);
  return { bytes: await mediumBytes(name), name, contentType, seconds: durationSeconds };
};

/** A video without a soundtrack. */
export const silentVideo = async (): Promise<Input> => ({
  bytes: await mediumBytes('clip-silent.mp4'),
  name: 'clip-silent.mp4',
  contentType: medium('clip-silent.mp4').contentType,
  seconds: medium('clip-silent.mp4').durationSeconds ?? 0,
});
