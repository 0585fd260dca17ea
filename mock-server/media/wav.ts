/**
 * Sound as WAV, 24 kHz mono int16: a voiced murmur in syllables and phrases, its pitch from the seed. Every sample follows
 * from its index alone, so a file of an hour costs no memory and any range of its bytes can be made by itself.
 */
import { mix } from './mix.ts';

export type SoundSpec = { seed: number; durationSeconds?: number };

export const wavSampleRate = 24_000;
const headerBytes = 44;
const durationDefault = 2;
// A RIFF length is 32 bits wide.
const samplesMax = Math.floor((2 ** 32 - 1 - headerBytes) / 2);

export const wavSamples = ({ durationSeconds = durationDefault }: SoundSpec): number =>
  durationSeconds > 0 ? Math.min(Math.round(durationSeconds * wavSampleRate), samplesMax) : 0;

export const wavLength = (spec: SoundSpec): number => headerBytes + 2 * wavSamples(spec);

/** The bytes from `start` up to, not including, `end`; both are brought inside the file. */
export const wavBytes = (spec: SoundSpec, start: number, end: number): Uint8Array<ArrayBuffer> => {
  const length = wavLength(spec);
  const from = Math.min(Math.max(0, Math.floor(start)), length);
  const to = Math.min(Math.max(from, Math.floor(end)), length);
  // Whole samples are made, then cut: a range may begin or end inside one.
  const first = Math.max(0, Math.floor((from - headerBytes) / 2));
  const last = Math.max(first, Math.ceil((to - headerBytes) / 2));
  const sound = new Uint8Array(2 * (last - first));
  speak(spec.seed, first, new DataView(sound.buffer));
  const cut = headerBytes + 2 * first;
  if (from >= headerBytes) return sound.slice(from - cut, to - cut);
  const out = new Uint8Array(to - from);
  out.set(header(length).subarray(from, Math.min(to, headerBytes)));
  if (to > headerBytes) out.set(sound.subarray(0, to - headerBytes), headerBytes - from);
  return out;
};

const header = (length: number): Buffer => {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // mono
  bytes.writeUInt32LE(wavSampleRate, 24);
  bytes.writeUInt32LE(wavSampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(length - headerBytes, 40);
  return bytes;
};

const syllableSamples = 4_800;
const syllablesPerPhrase = 11;
const waveBits = 11;

/** Fills the view with samples from index `first` on. All whole numbers, so the way to a sample does not change it. */
const speak = (seed: number, first: number, view: DataView): void => {
  const count = view.byteLength / 2;
  const voiceHz = 95 + (mix(seed, -2) % 130);
  for (let done = 0; done < count;) {
    const syllable = Math.floor((first + done) / syllableSamples);
    const into = (first + done) % syllableSamples;
    const run = Math.min(syllableSamples - into, count - done);
    const draw = mix(seed, syllable);
    // The last beat of a phrase is a breath.
    if (syllable % syllablesPerPhrase !== syllablesPerPhrase - 1) {
      const wave = vowels[draw % vowels.length] ?? new Int16Array(2 ** waveBits);
      const hz = (voiceHz * (88 + ((draw >>> 8) % 25))) / 100;
      const step = Math.round((hz * 2 ** 32) / wavSampleRate);
      for (let i = 0; i < run; i++) {
        const phase = Math.imul(into + i, step) >>> (32 - waveBits);
        const sample = ((wave[phase] ?? 0) * (envelope[into + i] ?? 0)) >> 15;
        view.setInt16(2 * (done + i), sample, true);
      }
    }
    done += run;
  }
};

/** One period of the voice for each vowel: harmonics weighed by where its two formants lie. */
const vowels = (
  [
    [730, 1090],
    [270, 2290],
    [530, 1840],
    [570, 840],
    [300, 870],
  ] as const
).map(([low, high]) => {
  const strengths = Array.from({ length: 20 }, (_, i) => {
    const hz = (i + 1) * 140;
    return (Math.exp(-(((hz - low) / 220) ** 2)) + 0.5 * Math.exp(-(((hz - high) / 260) ** 2)) + 0.05) / (1 + i / 8);
  });
  const whole = strengths.reduce((sum, strength) => sum + strength, 0);
  return Int16Array.from({ length: 2 ** waveBits }, (_, at) => {
    const angle = (2 * Math.PI * at) / 2 ** waveBits;
    return Math.round((24_000 * strengths.reduce((sum, s, i) => sum + s * Math.sin((i + 1) * angle), 0)) / whole);
  });
});

/** Swells quickly, fades slowly, silent at both ends so that syllables join without a click. */
const envelope = Int16Array.from({ length: syllableSamples }, (_, at) => {
  const place = at / syllableSamples;
  const swell = place < 0.15 ? place / 0.15 : (1 - place) / 0.85;
  return Math.round(32_767 * Math.sin((swell * Math.PI) / 2) ** 2);
});
