/**
 * A dark plate with lines of text on a picture. Its dots are cells where these are small enough for the text, and pixels
 * where the picture is small; on a picture of a few pixels there is none.
 */
import { inkAt, textWidth } from './font.ts';
import { type Colour, type Picture, macroblockPixels } from './h264/picture.ts';

export type Plate = {
  readonly unit: 'cell' | 'pixel';
  /** In its units, from the picture's corner: even cells, which share a colour, or whole macroblocks. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Units a dot. */
  readonly scale: number;
  readonly lines: readonly string[];
};

/** Where the lines go and how large they are. Long ones are broken where they must be; at last the first are left out. */
export const placePlate = (picture: Picture, lines: readonly string[]): Plate | undefined =>
  place(picture, lines, 'cell', 4, 2) ??
  place(picture, lines, 'pixel', 1, macroblockPixels) ??
  (lines.length > 1 ? placePlate(picture, lines.slice(1)) : undefined);

const linePitch = 10;
const marginDots = 3;
const partsMax = 4;
const paper: Colour = [16, 128, 128];
const ink: Colour = [224, 128, 128];

const place = (
  { width: fullWidth, height: fullHeight }: Picture,
  lines: readonly string[],
  unit: Plate['unit'],
  unitPixels: number,
  grid: number,
): Plate | undefined => {
  const [across, down] = [Math.floor(fullWidth / unitPixels), Math.floor(fullHeight / unitPixels)];
  for (let parts = 1; parts <= partsMax; parts++) {
    const broken = lines.flatMap((line) => breakUp(line, parts));
    const dotsAcross = Math.max(...broken.map(textWidth)) + marginDots;
    const dotsDown = broken.length * linePitch + marginDots;
    // Where the grid is coarse, there is a margin of that more.
    const scale = Math.min(Math.floor((across * 0.9) / dotsAcross), Math.floor((down * 0.6) / dotsDown));
    if (scale < 1) continue;
    const [width, height] = [dotsAcross * scale, dotsDown * scale].map((side) => Math.ceil((side + 2) / grid) * grid);
    if (width === undefined || height === undefined || width > across || height > down) continue;
    const start = (side: number, whole: number): number => Math.floor((whole - side) / 2 / grid) * grid;
    return { unit, left: start(width, across), top: start(height, down), width, height, scale, lines: broken };
  }
  return undefined;
};

/** In so many parts of about one length; a short line stays as it is. */
const breakUp = (line: string, parts: number): string[] => {
  const each = Math.ceil(line.length / parts);
  if (line.length <= 10 || parts === 1) return [line];
  return Array.from({ length: Math.ceil(line.length / each) }, (_, part) => line.slice(part * each, (part + 1) * each));
};

export const drawPlate = (picture: Picture, plate: Plate): void => {
  if (plate.unit === 'cell') drawCells(picture, plate, plate.lines, { left: 0, top: 0, right: plate.width });
  else drawPixels(picture, plate, plate.lines);
};

/** Draws its last line anew: one of as many letters, or more. */
export const drawLastLine = (picture: Picture, plate: Plate, line: string): void => {
  const lines = [...plate.lines.slice(0, -1), line];
  if (plate.unit === 'pixel') {
    drawPixels(picture, plate, lines);
    return;
  }
  const left = Math.max(0, indentOf(plate, line)) * plate.scale;
  const right = Math.min(plate.width, left + (textWidth(line) + marginDots) * plate.scale);
  drawCells(picture, plate, lines, { left, top: (lines.length - 1) * linePitch * plate.scale, right });
};

const drawCells = (
  picture: Picture,
  plate: Plate,
  lines: readonly string[],
  { left, top, right }: { readonly left: number; readonly top: number; readonly right: number },
): void => {
  // Dot by dot, each of which is many cells.
  for (let y = top, below = 0; y < plate.height; y = below) {
    below = Math.min(plate.height, y + plate.scale);
    for (let x = left, beyond = 0; x < right; x = beyond) {
      beyond = Math.min(right, x + plate.scale);
      const colour = isInk(plate, lines, x, y) ? ink : paper;
      picture.fill(plate.left + x, plate.top + y, plate.left + beyond, plate.top + below, colour);
    }
  }
};

const drawPixels = (picture: Picture, plate: Plate, lines: readonly string[]): void => {
  const side = macroblockPixels;
  for (let top = 0; top < plate.height; top += side) {
    for (let left = 0; left < plate.width; left += side) {
      const pixels = new Uint8Array(side * side * 1.5).fill(128, side * side);
      for (let at = 0; at < side * side; at++) {
        const isDark = !isInk(plate, lines, left + (at % side), top + Math.floor(at / side));
        pixels[at] = (isDark ? paper : ink)[0];
      }
      const [column, row] = [(plate.left + left) / side, (plate.top + top) / side];
      picture.setExact(row * picture.columns + column, pixels, paper);
    }
  }
};

const isInk = (plate: Plate, lines: readonly string[], x: number, y: number): boolean => {
  const [dotX, dotY] = [Math.floor(x / plate.scale) - marginDots + 1, Math.floor(y / plate.scale) - marginDots + 1];
  const line = lines[Math.floor(dotY / linePitch)];
  if (line === undefined || dotY < 0) return false;
  return inkAt(line, dotX - indentOf(plate, line), dotY % linePitch);
};

/** In dots, behind the margin. */
const indentOf = ({ width, scale }: Plate, line: string): number =>
  Math.floor((Math.floor(width / scale) - marginDots - textWidth(line)) / 2);
