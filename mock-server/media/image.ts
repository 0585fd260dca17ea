/** The picture of an image result: a test card in sixteen colours, with lines of text on a plate. Each row follows from its number. */
import { mix } from './mix.ts';
import { inkAt, textWidth } from './font.ts';

export type ImageSpec = {
  readonly seed: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly lines: readonly string[];
};

export type Image = {
  readonly width: number;
  readonly height: number;
  /** Entries of the palette. The same array may come again: it is not to be written to. */
  readonly row: (y: number) => Uint8Array;
};

/** Red, green, blue of each: seven bars, eight steps of grey, and black. */
export const palette: Buffer = Buffer.from(
  'bfbfbf bfbf00 00bfbf 00bf00 bf00bf bf0000 0000bf 242424 484848 6d6d6d 919191 b6b6b6 dadada ffffff eeeeee 101010'
    .split(' ')
    .join(''),
  'hex',
);
const bars = 7;
const greys = 7;
const paper = 15;
const ink = 14;

/**
 * Draws lazily.
 * @param pixelsMax what has more is made smaller, in the same shape
 */
export const createImage = (spec: ImageSpec, pixelsMax: number): Image => {
  const { width, height } = sizeOf(spec, pixelsMax);
  const first = mix(spec.seed, 0) % bars;
  const barRow = Uint8Array.from({ length: width }, (_, x) => (first + Math.floor((x * bars) / width)) % bars);
  const greyRow = Uint8Array.from({ length: width }, (_, x) => bars + Math.floor((x * greys) / width));
  const plate = placed(spec.lines, width, height);
  const darkRow = new Uint8Array(width).fill(paper);
  const backAt = (y: number): Uint8Array => (y < height * 0.72 ? barRow : y < height * 0.86 ? greyRow : darkRow);
  let drawn: { readonly key: string; readonly row: Uint8Array } | undefined;
  return {
    width,
    height,
    row: (y) => {
      const back = backAt(y);
      const dotY = plate === undefined ? -1 : Math.floor((y - plate.top) / plate.scale);
      if (plate === undefined || dotY < 0 || dotY >= plate.dotsDown) return back;
      // As many rows are equal as a dot is high.
      const key = `${dotY} ${back[0]} ${back[width - 1]}`;
      if (drawn?.key !== key) drawn = { key, row: withText(back, plate, dotY) };
      return drawn.row;
    },
  };
};

const sideMax = 16_384;
const sideDefault = 1024;

const sizeOf = ({ width, height }: ImageSpec, pixelsMax: number): { width: number; height: number } => {
  const [wide, high] = [width, height].map((side) => (side !== undefined && side >= 1 ? side : sideDefault));
  const [w, h] = [wide ?? sideDefault, high ?? sideDefault];
  const fit = Math.min(1, sideMax / Math.max(w, h));
  const scale = Math.min(fit, Math.sqrt(pixelsMax / (w * h)));
  const side = (length: number): number => Math.min(sideMax, Math.max(1, Math.round(length * scale)));
  return { width: side(w), height: side(h) };
};

type Placed = {
  readonly lines: readonly string[];
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly dotsAcross: number;
  readonly dotsDown: number;
};

const linePitch = 10;
const margin = 3;

/** In the middle, as large as fits; nowhere if even the smallest letters do not fit. */
const placed = (lines: readonly string[], width: number, height: number): Placed | undefined => {
  const dotsAcross = Math.max(...lines.map(textWidth)) + 2 * margin;
  const dotsDown = lines.length * linePitch + margin;
  const scale = Math.floor(Math.min((width * 0.9) / dotsAcross, (height * 0.6) / dotsDown));
  if (scale < 1) return lines.length > 1 ? placed(lines.slice(1), width, height) : undefined;
  const [left, top] = [Math.floor((width - dotsAcross * scale) / 2), Math.floor((height - dotsDown * scale) / 2)];
  return { lines, left, top, scale, dotsAcross, dotsDown };
};

const withText = (back: Uint8Array, plate: Placed, dotY: number): Uint8Array => {
  const row = back.slice();
  const line = plate.lines[Math.floor((dotY - margin + 1) / linePitch)] ?? '';
  const indent = Math.floor((plate.dotsAcross - textWidth(line)) / 2) + 1;
  for (let dotX = 0; dotX < plate.dotsAcross; dotX++) {
    const isInk = dotY >= margin - 1 && inkAt(line, dotX - indent, (dotY - margin + 1) % linePitch);
    const from = plate.left + dotX * plate.scale;
    row.fill(isInk ? ink : paper, from, from + plate.scale);
  }
  return row;
};
