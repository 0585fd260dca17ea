/**
 * What an uploaded file says it is: its length, its size, whether it sounds and moves. Reads headers, decodes nothing, and
 * whatever the bytes are neither throws nor takes long; what cannot be told is left out.
 */
import { open } from 'node:fs/promises';
import { imageSize } from './image-header.ts';
import { describeMedia } from './reader-process.ts';
import { plainWave } from './wave-header.ts';

export type Probe = {
  durationSeconds?: number;
  width?: number;
  height?: number;
  hasAudio?: boolean;
  hasVideo?: boolean;
};

const imageHeadBytes = 1_000_000;
const durationSecondsMax = 24 * 60 * 60;
const sideMax = 32_768;

/**
 * Goes by the content type, as the document says: `image/…` is looked at as an image, all else as sound or video.
 * @param content all that is in the file, where it is at hand
 */
export const probeFile = async (path: string, contentType: string, content?: Buffer): Promise<Probe> => {
  const found = contentType.startsWith('image/')
    ? imageSize(content?.subarray(0, imageHeadBytes) ?? (await headOf(path)))
    : ((content && plainWave(content)) ?? (await describeMedia(path)));
  return found === undefined ? {} : plausible(found);
};

const headOf = async (path: string): Promise<Buffer> => {
  const handle = await open(path, 'r').catch(() => undefined);
  if (handle === undefined) return Buffer.alloc(0);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, imageHeadBytes)), 0, undefined, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return Buffer.alloc(0);
  } finally {
    await handle.close();
  }
};

/** Without what cannot be true. */
const plausible = ({ durationSeconds = 0, width = 0, height = 0, ...rest }: Probe): Probe => ({
  ...(durationSeconds > 0 && durationSeconds <= durationSecondsMax && { durationSeconds }),
  ...(width > 0 && height > 0 && width <= sideMax && height <= sideMax && { width, height }),
  ...rest,
});
