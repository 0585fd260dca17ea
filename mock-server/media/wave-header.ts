/**
 * How long a plain WAV is, by its first 44 bytes: samples of whole bytes, and nothing around them. No length in it is believed that is not
 * the true one, so it needs no process of its own to be read in. All other sound is the reader's (`reader-process.ts`).
 */
import type { Description } from './reading.ts';

const headBytes = 44;

/** `undefined` for what is no such file. As the reader describes it. */
export const plainWave = (file: Buffer): Description | undefined => {
  if (file.length < headBytes) return undefined;
  const marks = file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16) + file.toString('latin1', 36, 40);
  const lengths = [file.readUInt32LE(4) + 8, file.readUInt32LE(16), file.readUInt32LE(40) + headBytes];
  if (marks !== 'RIFFWAVEfmt data' || lengths.join() !== [file.length, 16, file.length].join()) return undefined;
  const [channels, rate] = [file.readUInt16LE(22), file.readUInt32LE(24)];
  const [frameBytes, bits] = [file.readUInt16LE(32), file.readUInt16LE(34)];
  const isPcm = file.readUInt16LE(20) === 1 && [8, 16, 24, 32].includes(bits);
  if (!isPcm || channels === 0 || rate === 0 || frameBytes !== (channels * bits) / 8) return undefined;
  const durationSeconds = Math.floor((file.length - headBytes) / frameBytes) / rate;
  return { durationSeconds, width: 0, height: 0, hasAudio: true, hasVideo: false };
};
