/**
 * A murmur that sounds like speech: syllables with a pitch that moves, grouped into sentences with a breath behind each.
 * Every sample follows from its index alone, so an hour costs no memory and any part of it can be made by itself.
 */
import { mix } from './mix.ts';
import { type Voice, tongueOf, voiceAfter } from './voice.ts';

export type SpeechSpec = {
  readonly seed: number;
  readonly durationSeconds?: number;
  /** How long each sentence is compared with the others; some of equal length where nothing is known. */
  readonly sentences?: readonly number[];
  readonly voice?: Voice;
  readonly language?: string;
};

export type Speech = {
  readonly samples: number;
  /** Samples from index `first` on, as many as there is room for, all of them of this speech. */
  readonly write: (out: Int16Array, first: number) => void;
};

export const speechRate = 24_000;
const durationDefault = 2;

export const createSpeech = (spec: SpeechSpec): Speech => {
  const samples = samplesOf(spec);
  const ends = sentenceEnds(spec.sentences, samples);
  const tongue = tongueOf(spec.language);
  const voice = spec.voice ?? voiceAfter(spec.seed);
  // A short speech does not have all of them.
  const waves: Int16Array[] = [];
  const waveAt = (index: number): Int16Array | undefined => {
    const [low, high] = tongue.vowels[index] ?? [];
    return low === undefined || high === undefined ? undefined : (waves[index] ??= waveOf(low, high, voice));
  };

  /** Of the sentence that a sample lies in: where its words begin and end, and how many syllables they have. */
  const sentenceAt = (sample: number): Sentence => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sample < (ends[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    const [start, end] = [ends[low - 1] ?? 0, ends[low] ?? 0];
    const spoken = Math.max(1, end - start - Math.floor(Math.min(breathMax, (end - start) * breathShare)));
    return { index: low, start, end, spoken, syllables: Math.max(1, Math.round(spoken / samplesOfSyllable)) };
  };
  const samplesOfSyllable = tongue.syllableSeconds * speechRate;

  /** One syllable, or the breath behind the last: how it sounds, and where it ends. */
  const soundAt = (sample: number, sentence: Sentence): Sound => {
    const { index, start, end, spoken, syllables } = sentence;
    const syllable = Math.floor(((sample - start) * syllables) / spoken);
    if (sample >= start + spoken || syllable >= syllables) return { from: sample, to: end };
    const edge = (at: number): number => start + Math.ceil((at * spoken) / syllables);
    const drawn = mix(spec.seed + index, syllable);
    const sunk = (tongue.fall * syllable) / syllables;
    const melody = voice.isFlat === true ? 100 : 88 + ((drawn >>> 8) % 25) - sunk + tongue.fall / 2;
    const step = Math.round((voice.hz * melody * 2 ** 32) / 100 / speechRate);
    const glide =
      voice.isFlat === true ? 0 : Math.round((step / spoken) * syllables * (((drawn >>> 16) % 17) - 8) * 0.01);
    const isHissing = (drawn >>> 4) % 100 < tongue.hissing;
    const loudness = 60 + ((drawn >>> 24) % 41);
    return {
      from: edge(syllable),
      to: edge(syllable + 1),
      wave: waveAt(drawn % tongue.vowels.length),
      step,
      glide,
      isHissing,
      loudness,
    };
  };

  return {
    samples,
    write: (out, first) => {
      for (let done = 0; done < out.length;) {
        const sentence = sentenceAt(first + done);
        const sound = soundAt(first + done, sentence);
        const run = Math.max(1, Math.min(sound.to - first - done, out.length - done));
        murmur(out.subarray(done, done + run), first + done, sound, spec.seed);
        done += run;
      }
    },
  };
};

type Sentence = {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly spoken: number;
  readonly syllables: number;
};

/** Without a wave it is silence. */
type Sound = { readonly from: number; readonly to: number } & (
  | { readonly wave?: undefined }
  | {
      readonly wave: Int16Array | undefined;
      readonly step: number;
      readonly glide: number;
      readonly isHissing: boolean;
      readonly loudness: number;
    }
);

const breathMax = 0.45 * speechRate;
const breathShare = 0.3;
const sentenceSecondsUsual = 2.4;
// A RIFF length is 32 bits wide.
const samplesMax = 2 ** 31 - 64;

const samplesOf = ({ durationSeconds = durationDefault }: SpeechSpec): number =>
  durationSeconds > 0 ? Math.min(Math.round(durationSeconds * speechRate), samplesMax) : 0;

/** Where each ends, so that the last ends with the speech. */
const sentenceEnds = (sentences: readonly number[] | undefined, samples: number): readonly number[] => {
  const usual = Math.max(1, Math.round(samples / (sentenceSecondsUsual * speechRate)));
  const lengths = sentences?.length ? sentences : Array.from({ length: usual }, () => 1);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let sum = 0;
  return lengths.map((length) => Math.round((samples * (sum += length)) / whole));
};

/** All whole numbers, so that the way to a sample does not change it. */
const murmur = (out: Int16Array, first: number, sound: Sound, seed: number): void => {
  if (sound.wave === undefined) {
    out.fill(0);
    return;
  }
  const { from, to, wave, step, glide, isHissing, loudness } = sound;
  const length = to - from;
  for (let at = 0; at < out.length; at++) {
    const into = first + at - from;
    const place = Math.floor((into * envelopeSize) / length);
    const turned = Math.imul(into, step) + Math.imul((into * (into - 1)) / 2, glide);
    let value = ((wave[turned >>> (32 - waveBits)] ?? 0) * (envelope[place] ?? 0)) >> 15;
    if (isHissing && place < hissSize) {
      const noise = (mix(seed, first + at) >>> 18) - 2 ** 13;
      value = ((value * place) / hissSize + (noise * (hissEnvelope[place] ?? 0)) / 2 ** 15) | 0;
    }
    out[at] = ((value * loudness) / 100) | 0;
  }
};

const waveBits = 11;
const waveSize = 2 ** waveBits;
const envelopeSize = 4096;
const hissSize = 1200;

/** One period of the voice for a vowel: harmonics weighed by where its two formants lie. */
const waveOf = (low: number, high: number, { hz, throat }: Voice): Int16Array => {
  const near = (at: number, formant: number, width: number): number =>
    Math.exp(-(((at - (formant * throat) / 100) / width) ** 2));
  const harmonics = Math.max(8, Math.min(40, Math.floor(5_000 / hz)));
  const strengths = Float64Array.from({ length: harmonics }, (_, i) => {
    const at = (i + 1) * hz;
    return (near(at, low, 220) + 0.5 * near(at, high, 280) + 0.12 * near(at, 2_900, 500) + 0.03) / (1 + i / 10);
  });
  const scale = 26_000 / strengths.reduce((sum, strength) => sum + strength, 0);
  const sums = new Float64Array(waveSize / 2);
  for (let index = 0; index < harmonics; index++) {
    const strength = strengths[index] ?? 0;
    for (let at = 1, place = index + 1; at < waveSize / 2; at++, place += index + 1) {
      sums[at] = (sums[at] ?? 0) + strength * (sines[place & (waveSize - 1)] ?? 0);
    }
  }
  const wave = new Int16Array(waveSize);
  // The second half is the first one turned around.
  for (let at = 1; at < waveSize / 2; at++) {
    const value = Math.round(scale * (sums[at] ?? 0));
    wave[at] = value;
    wave[waveSize - at] = -value;
  }
  return wave;
};

/** One period; that of a harmonic is the same, in larger steps. */
const sines = Float64Array.from({ length: waveSize }, (_, at) => Math.sin((2 * Math.PI * at) / waveSize));

/** Swells quickly, fades slowly, silent at both ends so that syllables join without a click. */
const envelope = Int16Array.from({ length: envelopeSize }, (_, at) => {
  const place = at / envelopeSize;
  const swell = place < 0.18 ? place / 0.18 : (1 - place) / 0.82;
  return Math.round(32_767 * Math.sin((swell * Math.PI) / 2) ** 1.4);
});

const hissEnvelope = Int16Array.from({ length: hissSize }, (_, at) =>
  Math.round(20_000 * Math.sin((Math.PI * at) / hissSize) ** 2),
);
