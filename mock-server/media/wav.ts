/** Speech as WAV: 24 kHz, mono, int16. Any range of its bytes can be made by itself, so that a file costs no memory. */
import { endianness } from 'node:os';
import { type SpeechSpec, createSpeech, speechRate } from './speech.ts';

export type Wav = {
  readonly length: number;
  /** The bytes from `start` up to, not including, `end`; both are brought inside the file. */
  readonly bytes: (start: number, end: number) => Uint8Array<ArrayBuffer>;
};

const headerBytes = 44;

export const createWav = (spec: SpeechSpec): Wav => {
  const speech = createSpeech(spec);
  const length = headerBytes + 2 * speech.samples;
  const head = header(length);
  return {
    length,
    bytes: (start, end) => {
      const from = Math.min(Math.max(0, Math.floor(start)), length);
      const to = Math.min(Math.max(from, Math.floor(end)), length);
      // Whole samples are made, then cut: a range may begin or end inside one.
      const first = Math.max(0, Math.floor((from - headerBytes) / 2));
      const last = Math.max(first, Math.ceil((to - headerBytes) / 2));
      const sound = littleEndian(speech, first, last - first);
      const cut = headerBytes + 2 * first;
      if (from >= headerBytes) return sound.slice(from - cut, to - cut);
      const out = new Uint8Array(to - from);
      out.set(head.subarray(from, Math.min(to, headerBytes)));
      if (to > headerBytes) out.set(sound.subarray(0, to - headerBytes), headerBytes - from);
      return out;
    },
  };
};

const littleEndian = (
  { write }: ReturnType<typeof createSpeech>,
  first: number,
  count: number,
): Uint8Array<ArrayBuffer> => {
  const samples = new Int16Array(count);
  write(samples, first);
  const bytes = new Uint8Array(samples.buffer);
  // As they lie in memory, but for machines that have them the other way round.
  if (endianness() === 'BE') Buffer.from(samples.buffer).swap16();
  return bytes;
};

const header = (length: number): Buffer => {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // mono
  bytes.writeUInt32LE(speechRate, 24);
  bytes.writeUInt32LE(speechRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(length - headerBytes, 40);
  return bytes;
};
