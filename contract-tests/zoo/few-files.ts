/** A target for which the judge has few files, and small ones: what is an image is one and the same, and so is what is a sound. */
import type { Target } from '../target.ts';

export const withFewFiles = (target: Target): Target => {
  const { inputs } = target;
  return { ...target, inputs: { ...inputs, face: inputs.image, voice: inputs.audio } };
};
