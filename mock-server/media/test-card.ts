/**
 * The moving picture of a video result: colour bars, a plate that says whose result it is and what time of it, and a block
 * that wanders to and fro. Each frame follows from its number; they are made one after the other.
 */
import { Picture, type Colour } from './h264/picture.ts';
import { type StreamForm, decoderConfig, encodeFrame } from './h264/stream.ts';
import { drawLastLine, drawPlate, placePlate } from './plate.ts';

export type TestCard = StreamForm & {
  readonly seed: number;
  /** On the plate, above the clock. */
  readonly lines: readonly string[];
};

export type EncodedFrame = { readonly data: Uint8Array<ArrayBuffer>; readonly isKey: boolean };

/** Players jump to frames that tell everything: there is one each four seconds. */
const framesBetweenKeys = 100;

export const testCardConfig = (card: TestCard): ReturnType<typeof decoderConfig> => decoderConfig(card);

export function* testCardFrames(card: TestCard): Generator<EncodedFrame, never> {
  const picture = new Picture(card.width, card.height);
  const { strip } = drawBars(picture, card.seed);
  const plate = placePlate(picture, [...card.lines, clockAt(0)]);
  if (plate !== undefined) drawPlate(picture, plate);
  const block = wanderingBlock(strip, card);
  for (let frame = 0; ; frame++) {
    block(picture, frame);
    if (plate !== undefined && frame > 0 && frame % card.framesPerSecond === 0) {
      drawLastLine(picture, plate, clockAt(frame / card.framesPerSecond));
    }
    const since = frame % framesBetweenKeys;
    yield { data: encodeFrame(picture, since), isKey: since === 0 };
  }
}

/** Minutes and seconds. */
const clockAt = (seconds: number): string =>
  [seconds / 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

/** White, yellow, cyan, green, magenta, red and blue at three quarters. */
const bars: readonly Colour[] = [
  [176, 128, 128],
  [160, 44, 136],
  [144, 148, 44],
  [128, 64, 52],
  [64, 192, 204],
  [48, 108, 212],
  [32, 212, 120],
];
const black: Colour = [16, 128, 128];
const white: Colour = [224, 128, 128];

/** In cells, from the first up to, not including, the other. */
type Strip = { readonly top: number; readonly bottom: number; readonly across: number };

/** Cells two by two, as colour has them. */
const pair = (cells: number): number => 2 * Math.round(cells / 2);

const drawBars = (picture: Picture, seed: number): { readonly strip: Strip } => {
  const [across, down] = [Math.ceil(picture.width / 4), Math.ceil(picture.height / 4)];
  const [rampTop, stripTop] = [pair(down * 0.72), pair(down * 0.84)];
  for (let bar = 0; bar < bars.length; bar++) {
    const colour = bars[(bar + seed) % bars.length] ?? black;
    const [left, right] = [pair((across * bar) / bars.length), pair((across * (bar + 1)) / bars.length)];
    picture.fill(left, 0, bar === bars.length - 1 ? picture.stride : right, rampTop, colour);
  }
  const greys = 14;
  for (let grey = 0; grey < greys; grey++) {
    const [left, right] = [pair((across * grey) / greys), pair((across * (grey + 1)) / greys)];
    const end = grey === greys - 1 ? picture.stride : right;
    picture.fill(left, rampTop, end, stripTop, [16 * (grey + 1), 128, 128]);
  }
  picture.fill(0, stripTop, picture.stride, picture.rows * 4, black);
  return { strip: { top: stripTop, bottom: down, across } };
};

/** To one side and back in about six seconds, in whole pairs of cells. */
const wanderingBlock = (
  { top, bottom, across }: Strip,
  { seed, framesPerSecond }: TestCard,
): ((picture: Picture, frame: number) => void) => {
  const width = Math.max(2, pair(across / 12));
  const steps = Math.max(0, Math.floor((across - width) / 2));
  const stepsAFrame = steps / (3 * framesPerSecond);
  const shift = steps === 0 ? 0 : seed % steps;
  const leftAt = (frame: number): number => {
    const place = (shift + Math.floor(frame * stepsAFrame)) % Math.max(1, 2 * steps);
    return 2 * (place > steps ? 2 * steps - place : place);
  };
  return (picture, frame) => {
    const [before, now] = [leftAt(Math.max(0, frame - 1)), leftAt(frame)];
    if (before > now) picture.fill(now + width, top, before + width, bottom, black);
    if (before < now) picture.fill(before, top, now, bottom, black);
    picture.fill(now, top, now + width, bottom, white);
  };
};
