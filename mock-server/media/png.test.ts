import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeErrors, orNot, streamsOf, withoutFfmpeg } from './ffmpeg.case.ts';
import { inkAt, textWidth } from './font.ts';
import { imageSize } from './image-header.ts';
import { drawPng } from './png.ts';

const sizes = [
  [1, 1],
  [3, 200],
  [640, 480],
  [8160, 6120],
  [16_384, 16],
] as const;

test('an image has the size asked for, up to that of most cameras', async () => {
  for (const [width, height] of sizes) {
    expect(imageSize(Buffer.from(await drawPng({ seed: 1, width, height, lines: ['job_1'] })))).toEqual({
      width,
      height,
    });
  }
  const huge = await drawPng({ seed: 1, width: 60_000, height: 30_000, lines: ['job_1'] });
  expect(imageSize(Buffer.from(huge))).toEqual({ width: 10_100, height: 5_050 });
  const wide = await drawPng({ seed: 1, width: 32_768, height: 16, lines: ['job_1'] });
  expect(imageSize(Buffer.from(wide))).toEqual({ width: 16_384, height: 8 });
  const unsized = await drawPng({ seed: 1, width: Number.NaN, lines: ['job_1'] });
  expect(imageSize(Buffer.from(unsized))).toEqual({ width: 1024, height: 1024 });
});

test('the same spec gives the same bytes, another seed or label others', async () => {
  const draw = async (seed: number, label: string): Promise<string> =>
    Buffer.from(await drawPng({ seed, width: 200, height: 100, lines: [label] })).toString('base64');
  expect(await draw(1, 'job_1')).toBe(await draw(1, 'job_1'));
  expect(await draw(2, 'job_1')).not.toBe(await draw(1, 'job_1'));
  expect(await draw(1, 'job_2')).not.toBe(await draw(1, 'job_1'));
});

test('letters look like letters', () => {
  const drawn = Array.from({ length: 7 }, (_, y) =>
    Array.from({ length: textWidth('a7') - 1 }, (_unused, x) => (inkAt('a7', x, y) ? '#' : '.')).join(''),
  );
  expect(drawn).toEqual([
    '.###..#####.',
    '#...#.....#.',
    '#...#....#..',
    '#...#...#...',
    '#####..#....',
    '#...#..#....',
    '#...#..#....',
  ]);
});

test.skipIf(withoutFfmpeg)(`every image decodes${orNot}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'png-'));
  const path = join(folder, 'image.png');
  for (const [width, height] of sizes) {
    await writeFile(path, await drawPng({ seed: 4, width, height, lines: ['Understudy', 'job_01h_é'] }));
    expect(streamsOf(path)).toMatchObject([{ codec_name: 'png', width, height }]);
    expect(decodeErrors(path)).toBe('');
  }
  await rm(folder, { recursive: true });
});
