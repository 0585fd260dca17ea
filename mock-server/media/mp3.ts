/** Sound as MP3, without an encoder: the frames of one short recording, again and again, from a frame that the seed says. */
import { mix } from './mix.ts';
import type { SpeechSpec } from './speech.ts';

/** Frames of one size, which stand for the same time each. */
export type Mp3Frames = { readonly bytes: Buffer; readonly frameBytes: number; readonly frameSeconds: number };

/** Reads an MPEG-2 Layer III file of one bit rate; throws for any other. Its tags and the frame that only describes it are left out. */
export const mp3Frames = (file: Buffer): Mp3Frames => {
  let at = file.toString('latin1', 0, 3) === 'ID3' ? 10 + tagBytes(file) : 0;
  let first = headOf(file, at);
  if (file.subarray(at, at + first.bytes).includes('Info')) {
    at += first.bytes;
    first = headOf(file, at);
  }
  const bytes = file.subarray(at, at + Math.floor((file.length - at) / first.bytes) * first.bytes);
  for (let next = 0; next < bytes.length; next += first.bytes) {
    if (headOf(bytes, next).bytes !== first.bytes) throw new Error(`frame at byte ${at + next} has another size`);
  }
  return { bytes, frameBytes: first.bytes, frameSeconds: samplesOfFrame / first.hz };
};

export const mp3Length = ({ durationSeconds = 2 }: SpeechSpec, { frameBytes, frameSeconds }: Mp3Frames): number =>
  Math.max(1, Math.round(durationSeconds / frameSeconds)) * frameBytes;

/** The bytes from `start` up to, not including, `end`. */
export const mp3Bytes = (
  { seed }: SpeechSpec,
  frames: Mp3Frames,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> => {
  const { bytes, frameBytes } = frames;
  const shift = (mix(seed, 0) % (bytes.length / frameBytes)) * frameBytes;
  const out = new Uint8Array(Math.max(0, end - start));
  for (let done = 0; done < out.length;) {
    const from = (shift + start + done) % bytes.length;
    const piece = bytes.subarray(from, from + out.length - done);
    out.set(piece, done);
    done += piece.length;
  }
  return out;
};

const samplesOfFrame = 576;
const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = [22_050, 24_000, 16_000];

const headOf = (file: Buffer, at: number): { readonly bytes: number; readonly hz: number } => {
  const head = file.readUInt32BE(at);
  if (head >>> 16 !== 0xfff3) throw new Error(`no frame of MPEG-2 Layer III at byte ${at}`);
  const hz = rates[(head >>> 10) & 3] ?? Number.NaN;
  const bits = (kilobits[(head >>> 12) & 15] ?? Number.NaN) * 1000;
  return { bytes: Math.floor((72 * bits) / hz) + ((head >>> 9) & 1), hz };
};

/** A length of seven bits a byte. */
const tagBytes = (file: Buffer): number => [6, 7, 8, 9].reduce((sum, at) => sum * 128 + file.readUInt8(at), 0);
