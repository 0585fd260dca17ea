import { expect, test } from 'vitest';
import { type SpeechSpec, createSpeech, speechRate } from './speech.ts';
import { cataloguedVoice, voiceAfter } from './voice.ts';

const said = (spec: SpeechSpec): Int16Array => {
  const speech = createSpeech(spec);
  const out = new Int16Array(speech.samples);
  speech.write(out, 0);
  return out;
};

const loudest = (samples: Int16Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** The root of the mean square. */
const loudness = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Where silence of more than a fifth of a second ends, in seconds. */
const breathsOf = (samples: Int16Array): number[] => {
  const breaths: number[] = [];
  let quiet = 0;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) > 8) {
      if (quiet > speechRate / 5) breaths.push(at / speechRate);
      quiet = 0;
    } else quiet++;
  }
  if (quiet > speechRate / 5) breaths.push(samples.length / speechRate);
  return breaths;
};

test('there is a breath behind each sentence, and nowhere else', () => {
  const breaths = breathsOf(said({ seed: 4, durationSeconds: 10, sentences: [30, 15, 55], voice: voiceAfter(1) }));
  expect(breaths).toHaveLength(3);
  for (const [index, second] of [3, 4.5, 10].entries()) expect(breaths[index]).toBeCloseTo(second, 1);
});

test('it lasts as long as it is to, to the sample', () => {
  for (const durationSeconds of [0.01, 1, 7.77]) {
    const { samples } = createSpeech({ seed: 1, durationSeconds, sentences: [3, 1, 1, 1, 2] });
    expect(samples).toBe(Math.round(durationSeconds * speechRate));
  }
});

test('any part of it is that part of the whole', () => {
  const spec = { seed: 9, durationSeconds: 5, sentences: [7, 2, 9], voice: voiceAfter(3), language: 'fr' };
  const whole = said(spec);
  const { write } = createSpeech(spec);
  for (const [from, count] of [
    [0, 1],
    [17, 40_000],
    [46_666, 3],
    [whole.length - 500, 500],
  ] as const) {
    const part = new Int16Array(count);
    write(part, from);
    expect(part).toEqual(whole.slice(from, from + count));
  }
});

test('every reference has its voice, every language its sound, and the same is always the same', () => {
  const sound = (reference: number, language?: string): string =>
    Buffer.from(said({ seed: 1, voice: voiceAfter(reference), ...(language !== undefined && { language }) }).buffer)
      .toString('base64')
      .slice(0, 60_000);
  expect(sound(1, 'en')).toBe(sound(1, 'en'));
  expect(sound(1, 'en-GB')).toBe(sound(1, 'en'));
  const languages = ['en', 'de', 'fr', 'es', 'it', 'ja', 'zh', 'ar', 'hi', 'pt', 'ru', undefined];
  const sounds = [...languages.map((language) => sound(1, language)), sound(2, 'en'), sound(3, 'en')];
  expect(new Set(sounds).size).toBe(sounds.length);
});

test('a deep voice is deeper than a high one', () => {
  // How often the sign changes, once below its harmonics: a mean over as many samples as a low tone needs.
  const crossings = (semitones: number): number => {
    const samples = said({ seed: 1, durationSeconds: 4, voice: cataloguedVoice({ semitones }) });
    let [mean, last, count] = [0, 0, 0];
    for (const sample of samples) {
      mean += (sample - mean) / 20;
      if (Math.sign(mean) !== last) count++;
      last = Math.sign(mean);
    }
    return count;
  };
  expect(crossings(7)).toBeGreaterThan(1.3 * crossings(-8));
});

test('it is to be heard and never clips, in any voice and language', () => {
  for (let index = 0; index < 40; index++) {
    const samples = said({ seed: index, voice: voiceAfter(index), language: `l${index}` });
    expect(loudness(samples)).toBeGreaterThan(1_000);
    expect(loudest(samples)).toBeLessThan(32_000);
  }
});
