/** Who speaks, and in which language, as far as a murmur can tell: pitch and throat of a voice, pace and vowels of a language. */
import { mix, mixText } from './mix.ts';

export type Voice = {
  readonly hz: number;
  /** How far up the formants lie, in hundredths: a small throat has them high. */
  readonly throat: number;
  /** Speaks on one note. */
  readonly isFlat?: boolean;
};

/** A voice of the catalogue: as far from the middle as its profile moves one. */
export const cataloguedVoice = ({ semitones, ringHz }: { semitones: number; ringHz?: number }): Voice => ({
  hz: Math.round(145 * 2 ** (semitones / 12)),
  throat: 100 + 2 * semitones,
  ...(ringHz !== undefined && { isFlat: true }),
});

/** A voice after a reference: the same for the same, and hardly ever the same for two. */
export const voiceAfter = (reference: number): Voice => ({
  hz: 90 + (mix(reference, 0) % 151),
  throat: 84 + (mix(reference, 1) % 36),
});

export type Tongue = {
  readonly syllableSeconds: number;
  /** How many in a hundred syllables begin with a hiss. */
  readonly hissing: number;
  /** How far up the two formants of each vowel lie, in Hz. */
  readonly vowels: readonly (readonly [low: number, high: number])[];
  /** By how much the pitch falls in a sentence, in hundredths; it may rise. */
  readonly fall: number;
};

/** @param language a tag, of which the region does not matter, or nothing where none was told */
export const tongueOf = (language: string | undefined): Tongue => {
  const drawn = mixText((language ?? '').toLowerCase().split(/[-_]/, 1).join());
  const first = mix(drawn, 0) % vowels.length;
  return {
    syllableSeconds: 0.14 + (mix(drawn, 1) % 90) / 1000,
    hissing: 20 + (mix(drawn, 2) % 45),
    vowels: Array.from({ length: 5 }, (_, index) => vowels[(first + index * 2) % vowels.length] ?? [500, 1500]),
    fall: (mix(drawn, 3) % 36) - 8,
  };
};

/** Of many languages, none of which has them all. An odd number, so that each second one passes all. */
const vowels = [
  [730, 1090],
  [270, 2290],
  [530, 1840],
  [570, 840],
  [300, 870],
  [250, 1750],
  [390, 1990],
  [640, 1190],
  [440, 1020],
  [370, 1500],
  [660, 1720],
] as const;
