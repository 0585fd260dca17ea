/** Media that do harm to whoever reads them, made of honest ones. */
import { mediumBytes } from '../../fixtures/media.ts';

/** Claims thousands of millions of samples. */
export const hostileClip = async (): Promise<Buffer> => {
  const clip = await mediumBytes('clip.mp4');
  clip.writeUInt32BE(0xffffffff, clip.indexOf('stts') + 12);
  // With offsets to apply, a reader lists every sample that the table claims.
  clip.write('ctts', clip.indexOf('stss'));
  return clip;
};

/** Claims as many, of its sound. */
export const hostileSound = async (): Promise<Buffer> => {
  const clip = await mediumBytes('clip.mp4');
  const sound = clip.indexOf('soun');
  clip.writeUInt32BE(0xffffffff, clip.indexOf('stts', sound) + 12);
  const table = clip.indexOf('sgpd', sound);
  clip.write('ctts', table);
  // Of one entry: one sample, not moved.
  for (const [index, value] of [0, 1, 1, 0].entries()) clip.writeUInt32BE(value, table + 4 + index * 4);
  return clip;
};

/** Cut off, and the mark of its first cluster is damaged: it is searched for ever, at no cost of memory. */
export const endlessClip = async (): Promise<Buffer> => {
  const clip = await mediumBytes('clip.webm');
  clip[clip.indexOf(Buffer.from('1f43b675', 'hex')) + 2] = 42;
  return clip.subarray(0, 1_096);
};
