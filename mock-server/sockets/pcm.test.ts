/** What a converted voice sounds like, in numbers: its pitch, its loudness, and that it does not click. */
import { expect, test } from 'vitest';
import { voiceCharacters } from '../voice-characters.ts';
import { createConverter } from './pcm.ts';

const rates = [16_000, 24_000, 44_100, 48_000] as const;
const voices = Object.entries(voiceCharacters);

/** A sung vowel: the harmonics of a pitch that wavers a little, in swells with pauses between. */
const vowel = (rate: number, hz = 140, seconds = 1): Int16Array =>
  Int16Array.from({ length: rate * seconds }, (_, at) => {
    const time = at / rate;
    const angle = 2 * Math.PI * hz * time + 0.8 * Math.sin(2 * Math.PI * 5 * time);
    const swell = Math.max(0, Math.sin(2 * Math.PI * 2 * time)) ** 0.5;
    let sample = 0;
    for (let n = 1; n <= 12; n++) sample += Math.sin(n * angle) / (1 + ((n * hz - 700) / 300) ** 2);
    return Math.round(4_500 * swell * sample);
  });

const bytesOf = (samples: Int16Array): Buffer => {
  const bytes = Buffer.alloc(2 * samples.length);
  samples.forEach((sample, i) => bytes.writeInt16LE(sample, 2 * i));
  return bytes;
};
const samplesOf = (bytes: Buffer): Int16Array =>
  Int16Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i));

const loudness = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

const steepest = (samples: Int16Array): number =>
  samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? sample))), 0);

/** The frequency at which the sound is most like itself a little later. */
const pitchOf = (samples: Int16Array, rate: number): number => {
  let best = { alike: 0, lag: 1 };
  for (let lag = Math.floor(rate / 450); lag < rate / 60; lag++) {
    let [alike, one, other] = [0, 1, 1];
    for (let i = 0; i + lag < samples.length; i++) {
      const [a, b] = [samples[i] ?? 0, samples[i + lag] ?? 0];
      alike += a * b;
      one += a * a;
      other += b * b;
    }
    // A longer lag has to be clearly better: every multiple of the period is as good.
    alike /= Math.sqrt(one * other);
    if (alike > best.alike + 0.03) best = { alike, lag };
  }
  return rate / best.lag;
};

test.each(voices.filter(([, { semitones }]) => semitones !== 0))(
  '%s is heard at another pitch: %o',
  (_id, character) => {
    for (const rate of rates) {
      const said = vowel(rate).subarray(0, rate / 4);
      const heard = samplesOf(createConverter(character, rate)(bytesOf(said)));
      const moved = 12 * Math.log2(pitchOf(heard.subarray(rate / 20), rate) / pitchOf(said, rate));
      expect(Math.abs(moved - character.semitones), `${rate} Hz`).toBeLessThan(0.8);
    }
  },
);

test.each(voices)('%s is as loud as what was said, and does not click', (_id, character) => {
  for (const rate of rates) {
    const said = vowel(rate);
    const heard = samplesOf(createConverter(character, rate)(bytesOf(said)));
    expect(heard).toHaveLength(said.length);
    expect(Math.abs(20 * Math.log10(loudness(heard) / loudness(said)))).toBeLessThan(6);
    expect(steepest(heard)).toBeLessThan(3 * steepest(said));
  }
});

test.each(voices)('%s is no other voice, and far from what was said', (id, character) => {
  const said = bytesOf(vowel(24_000));
  const heard = samplesOf(createConverter(character, 24_000)(said));
  for (const [other, otherCharacter] of [...voices, ['what was said', undefined] as const]) {
    if (other === id) continue;
    const sound = samplesOf(otherCharacter === undefined ? said : createConverter(otherCharacter, 24_000)(said));
    const difference = heard.map((sample, i) => (sample - (sound[i] ?? 0)) / 2);
    expect(loudness(difference), other).toBeGreaterThan(0.2 * loudness(heard));
  }
});

test.each(voices)('%s sounds the same however the audio is cut into messages', (_id, character) => {
  const said = bytesOf(vowel(24_000, 140, 0.5));
  const whole = createConverter(character, 24_000)(said);
  const convert = createConverter(character, 24_000);
  const pieces: Buffer[] = [];
  for (let at = 0, size = 2; at < said.length; at += size, size = (size * 7 + 2) % 3_000) {
    pieces.push(convert(said.subarray(at, at + size)));
  }
  expect(Buffer.concat(pieces).equals(whole)).toBe(true);
});

test.each(voices)('%s of silence is silence, and the loudest sound is cut off, not turned over', (_id, character) => {
  const silence = Buffer.alloc(9_600);
  expect(createConverter(character, 24_000)(silence).equals(silence)).toBe(true);
  const square = (loud: number): Int16Array => {
    const samples = Int16Array.from({ length: 4_800 }, (_, i) => (i % 100 < 50 ? loud : -loud));
    return samplesOf(createConverter(character, 24_000)(bytesOf(samples)));
  };
  const [loud, quiet] = [square(32_767), square(8_000)];
  expect(Math.max(...loud)).toBeGreaterThan(20_000);
  expect(loud.every((sample, i) => Math.sign(sample) === Math.sign(quiet[i] ?? 0) || Math.abs(sample) < 10)).toBe(true);
});
