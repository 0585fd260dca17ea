import { expect, test } from 'vitest';
import { inkAt, textWidth } from './font.ts';
import { Picture } from './h264/picture.ts';
import { type Plate, drawLastLine, drawPlate, placePlate } from './plate.ts';
import { type TestCard, testCardFrames } from './test-card.ts';

const card = (changed: Partial<TestCard> = {}): TestCard => ({
  width: 640,
  height: 480,
  framesPerSecond: 25,
  seed: 1,
  lines: ['Understudy', 'job_1'],
  ...changed,
});

const framesOf = (count: number, changed?: Partial<TestCard>): { hex: string; isKey: boolean }[] => {
  const frames = testCardFrames(card(changed));
  return Array.from({ length: count }, () => {
    const { data, isKey } = frames.next().value;
    return { hex: Buffer.from(data).toString('hex'), isKey };
  });
};

/** The brightness of a pixel. */
const brightness = (picture: Picture, x: number, y: number): number => {
  const exact = picture.exact.get((y >> 4) * picture.columns + (x >> 4));
  return exact?.[(y & 15) * 16 + (x & 15)] ?? picture.y[(y >> 2) * picture.stride + (x >> 2)] ?? 0;
};

/** Rows of a picture in black and white, without what is empty around them. */
const trimmed = (rows: readonly string[]): string[] => {
  const used = rows.filter((row) => row.includes('#'));
  const left = Math.min(...used.map((row) => row.indexOf('#')));
  const right = Math.max(...used.map((row) => row.lastIndexOf('#')));
  return used.map((row) => row.slice(left, right + 1));
};

/** What is written on a plate, dot by dot. */
const dotsOf = (picture: Picture, { unit, scale, left, top, width, height }: Plate): string[] => {
  const pixels = unit === 'cell' ? 4 : 1;
  return trimmed(
    Array.from({ length: Math.floor(height / scale) }, (_, y) =>
      Array.from({ length: Math.floor(width / scale) }, (_unused, x) => {
        const isBright = brightness(picture, (left + x * scale) * pixels, (top + y * scale) * pixels) > 128;
        return isBright ? '#' : '.';
      }).join(''),
    ),
  );
};

const letters = (text: string): string[] =>
  trimmed(
    Array.from({ length: 7 }, (_, y) =>
      Array.from({ length: textWidth(text) }, (_unused, x) => (inkAt(text, x, y) ? '#' : '.')).join(''),
    ),
  );

const plateOn = (picture: Picture, lines: readonly string[]): Plate => {
  const plate = placePlate(picture, lines);
  if (plate === undefined) throw new Error('no room for it');
  drawPlate(picture, plate);
  return plate;
};

const id = 'job_a1_cvfsi74jkh9k';

test.each([
  ['a large picture', 1920, 1080, 'cell'],
  ['an upright one', 540, 854, 'cell'],
  ['a small one, dot by pixel', 160, 90, 'pixel'],
])('the id of a job can be read on %s', (_, width, height, unit) => {
  const picture = new Picture(width, height);
  const plate = plateOn(picture, [id]);
  expect(plate.unit).toBe(unit);
  expect(dotsOf(picture, plate)).toEqual(letters(id));
});

test('where it is too long for one line, it is broken', () => {
  const { lines } = plateOn(new Picture(320, 568), [id]);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('')).toBe(id);
});

test('where there is no room for all lines, the last are kept', () => {
  expect(plateOn(new Picture(160, 36), ['Understudy', 'face-swap', '00:07']).lines).toEqual(['00:07']);
  expect(placePlate(new Picture(8, 8), [id])).toBeUndefined();
});

test.each([
  ['cells', 1280, 720],
  ['pixels', 160, 90],
])('the clock goes on, in %s, and nothing else is told anew', (_, width, height) => {
  const picture = new Picture(width, height);
  const plate = plateOn(picture, ['00:00']);
  picture.takeChanged();
  drawLastLine(picture, plate, '00:00');
  expect(picture.takeChanged()).toEqual([]);
  drawLastLine(picture, plate, '00:01');
  expect(dotsOf(picture, plate)).toEqual(letters('00:01'));
  const changed = picture.takeChanged().length;
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(picture.columns * picture.rows * 0.2);
});

test('it moves, and each frame tells no more than what has moved', () => {
  const lengths = framesOf(60)
    .slice(1)
    .map(({ hex }) => hex.length / 2);
  // A frame that tells nothing has some 12 bytes.
  expect(lengths.filter((length) => length > 20).length).toBeGreaterThan(45);
  expect(Math.max(...lengths)).toBeLessThan(2_000);
});

test('there is a frame to jump to every four seconds', () => {
  const keys = framesOf(250).flatMap(({ isKey }, index) => (isKey ? [index] : []));
  expect(keys).toEqual([0, 100, 200]);
});

test('the same card is always the same, another seed or line another', () => {
  const first = (changed?: Partial<TestCard>): string =>
    framesOf(1, changed)
      .map(({ hex }) => hex)
      .join('');
  expect(first()).toBe(first());
  expect(new Set([first(), first({ seed: 2 }), first({ lines: ['Understudy', 'job_2'] })]).size).toBe(3);
});
