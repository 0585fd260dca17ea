/** The small media files that the console lets people try the service with. */
import { medium, mediumBytes, mediumNames } from '../fixtures/media.ts';
import type { Sample } from './console/serve.ts';

/** Undefined for a name that is none of them. */
export const sampleFile = async (name: string): Promise<Sample | undefined> => {
  const known = mediumNames.find((one) => one === name);
  return known && { content: new Uint8Array(await mediumBytes(known)), type: medium(known).contentType };
};
