/** Reading what a voice socket says, and cutting sound to send on it. */
import { expect, test } from 'vitest';
import { audioIn, cutInto, formatsIn, hum, soundOf } from './voice-talk.ts';

const text = (words: string) => ({ kind: 'text', bytes: Buffer.from(words) }) as const;
const binary = (...bytes: number[]) => ({ kind: 'binary', bytes: Buffer.from(bytes) }) as const;
const format = text('{"sample_rate":24000,"chunk_frames":480}');

test('the format is found wherever it stands, in text or not', () => {
  expect(formatsIn([format, binary(1, 2)])).toEqual([format]);
  expect(formatsIn([binary(1, 2), format])).toEqual([format]);
  const inBytes = { kind: 'binary', bytes: format.bytes } as const;
  expect(formatsIn([inBytes, binary(1, 2)])).toEqual([inBytes]);
});

test('a greeting is no format, where there is one', () => {
  expect(formatsIn([text('{"type":"hello"}'), format])).toEqual([format]);
});

test('where none can be read, a text at the beginning is meant to be it', () => {
  const broken = text("{'sample_rate':24000}");
  expect(formatsIn([broken, binary(1, 2)])).toEqual([broken]);
  expect(formatsIn([binary(1, 2), broken])).toEqual([]);
});

test('audio is what is binary and says nothing of the format', () => {
  expect(audioIn([format, binary(1, 2), text('x'), binary(3, 4)])).toEqual(Buffer.from([1, 2, 3, 4]));
});

test('sound that is cut is whole when it is joined', () => {
  const sound = soundOf(1_001, 5);
  const messages = cutInto(sound, [10, 3, 500]);
  expect(messages.slice(0, 4).map(({ length }) => length)).toEqual([10, 3, 500, 10]);
  expect(Buffer.concat(messages)).toEqual(sound);
});

test('noise holds the loudest samples, and no two seeds give the same', () => {
  const sound = soundOf(960, 1);
  const samples = Array.from({ length: 480 }, (_, at) => sound.readInt16LE(2 * at));
  expect(samples).toEqual(expect.arrayContaining([-32_768, 32_767, 0]));
  expect(soundOf(960, 2).equals(sound)).toBe(false);
});

test('the hum is loud, and never too loud to be written', () => {
  const sound = hum(24_000, 24_000);
  const samples = Array.from({ length: 24_000 }, (_, at) => Math.abs(sound.readInt16LE(2 * at)));
  expect(Math.max(...samples)).toBeGreaterThan(8_000);
  expect(Math.max(...samples)).toBeLessThan(32_767);
});
