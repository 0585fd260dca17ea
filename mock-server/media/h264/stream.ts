/**
 * A stream of H.264 (constrained baseline) by a small encoder of our own: frames that tell everything, and between them
 * frames that tell what has changed. What a picture of flat cells needs, and no more.
 */
import { BitWriter } from '../bit-writer.ts';
import { type Frame, quantizer, writeMacroblock } from './macroblock.ts';
import { type Picture, macroblockPixels } from './picture.ts';

export type StreamForm = { readonly width: number; readonly height: number; readonly framesPerSecond: number };

/** What a decoder is told before the first frame, as MP4 keeps it: the `avcC` record. */
export const decoderConfig = (form: StreamForm): { readonly codec: string; readonly description: Uint8Array } => {
  const [sequence, picture] = [sequenceUnit(form), pictureUnit()];
  const head = sequence.subarray(1, 4);
  const description = Buffer.concat([
    Buffer.from([1, ...head, 0xff, 0xe1]),
    lengthOf16(sequence),
    sequence,
    Buffer.from([1]),
    lengthOf16(picture),
    picture,
  ]);
  return { codec: `avc1.${Buffer.from(head).toString('hex')}`, description };
};

/**
 * One frame, as MP4 keeps it: behind its length. The first frame, and any that is to be jumped to, tells all.
 * @param since how many frames ago all was told; 0 tells all now. Up to 255
 */
export const encodeFrame = (picture: Picture, since: number): Uint8Array<ArrayBuffer> => {
  const changed = picture.takeChanged();
  const frame = since === 0 ? 'all' : 'changes';
  const out = new BitWriter();
  writeSliceHead(out, since);
  if (frame === 'all') writeAll(out, picture);
  else writeChanges(out, picture, changed);
  const unit = unitOf(frame === 'all' ? 0x65 : 0x61, out);
  const bytes = new Uint8Array(4 + unit.length);
  new DataView(bytes.buffer).setUint32(0, unit.length);
  bytes.set(unit, 4);
  return bytes;
};

const frameNumberBits = 8;
const sliceTypes = { all: 7, changes: 5 } as const satisfies Record<Frame, number>;

const writeSliceHead = (out: BitWriter, since: number): void => {
  const frame = since === 0 ? 'all' : 'changes';
  out.unsigned(0).unsigned(sliceTypes[frame]).unsigned(0).bits(since, frameNumberBits);
  if (frame === 'all') {
    out.unsigned(0).bits(0, 2); // idr_pic_id; earlier pictures are shown as usual
  } else {
    out.bits(0, 3); // one reference, in its usual place, marked as usual
  }
  out.signed(0).unsigned(1); // the quantizer as it is; no deblocking, which would blur the cells
};

const writeAll = (out: BitWriter, picture: Picture): void => {
  const isPixels = (neighbour: number): boolean => picture.exact.has(neighbour);
  for (let at = 0; at < picture.columns * picture.rows; at++) {
    writeMacroblock(out, picture, at, 'all', isBeside(picture, at, isPixels));
  }
};

const writeChanges = (out: BitWriter, picture: Picture, changed: readonly number[]): void => {
  let next = 0;
  const written = new Set(picture.exact.size > 0 ? changed : []);
  const isPixels = (neighbour: number): boolean => written.has(neighbour) && picture.exact.has(neighbour);
  for (const at of changed) {
    out.unsigned(at - next);
    writeMacroblock(out, picture, at, 'changes', isBeside(picture, at, isPixels));
    next = at + 1;
  }
  const rest = picture.columns * picture.rows - next;
  if (rest > 0) out.unsigned(rest);
};

const isBeside = ({ columns, exact }: Picture, at: number, isPixels: (neighbour: number) => boolean): boolean =>
  exact.size > 0 && ((at % columns > 0 && isPixels(at - 1)) || (at >= columns && isPixels(at - columns)));

const lengthOf16 = (unit: Uint8Array): Uint8Array => Uint8Array.of(unit.length >> 8, unit.length & 255);

/** Levels by what they allow: macroblocks a second, and in a picture. */
const levels = [
  [30, 40_500, 1_620],
  [31, 108_000, 3_600],
  [40, 245_760, 8_192],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [60, 4_177_920, 139_264],
] as const;

const levelOf = (columns: number, rows: number, framesPerSecond: number): number => {
  const size = columns * rows;
  const fits = levels.find(
    ([, perSecond, most]) =>
      size <= most && size * framesPerSecond <= perSecond && Math.max(columns, rows) ** 2 <= 8 * most,
  );
  return fits?.[0] ?? 62;
};

/** The sequence parameter set: size, and how frames follow one another. */
const sequenceUnit = ({ width, height, framesPerSecond }: StreamForm): Uint8Array => {
  const [columns, rows] = [width, height].map((side) => Math.ceil(side / macroblockPixels)) as [number, number];
  const out = new BitWriter();
  out
    .bits(66, 8)
    .bits(0xc0, 8)
    .bits(levelOf(columns, rows, framesPerSecond), 8)
    .unsigned(0);
  out
    .unsigned(frameNumberBits - 4)
    .unsigned(2)
    .unsigned(1)
    .bits(0, 1); // shown in the order they come, one reference
  out
    .unsigned(columns - 1)
    .unsigned(rows - 1)
    .bits(0b11, 2);
  const [right, bottom] = [columns * macroblockPixels - width, rows * macroblockPixels - height];
  out
    .bits(1, 1)
    .unsigned(0)
    .unsigned(right / 2)
    .unsigned(0)
    .unsigned(bottom / 2);
  // Square pixels; the colours of BT.709 in their usual range; a fixed rate; frames never wait for later ones.
  out.bits(0b11, 2).bits(1, 8).bits(0, 1);
  out.bits(1, 1).bits(5, 3).bits(0, 1).bits(1, 1).bits(0x010101, 24).bits(0, 1);
  out
    .bits(1, 1)
    .bits(0, 16)
    .bits(1, 16)
    .bits(0, 16)
    .bits(2 * framesPerSecond, 16)
    .bits(1, 1);
  out.bits(0, 3).bits(1, 1).bits(1, 1).unsigned(0).unsigned(0).unsigned(10).unsigned(10).unsigned(0).unsigned(1);
  return unitOf(0x67, out);
};

/** The picture parameter set: how macroblocks are written. */
const pictureUnit = (): Uint8Array =>
  unitOf(
    0x68,
    new BitWriter()
      .unsigned(0)
      .unsigned(0)
      .bits(0, 2)
      .unsigned(0)
      .unsigned(0)
      .unsigned(0)
      .bits(0, 3)
      .signed(quantizer.luma - 26)
      .signed(0)
      .signed(quantizer.chromaOffset)
      .bits(0b100, 3),
  );

/** One unit of the stream: closed, and with no row of bytes in it that elsewhere is a mark. */
const unitOf = (head: number, content: BitWriter): Uint8Array => {
  const bytes = content.bits(1, 1).take();
  const out = new Uint8Array(1 + Math.ceil((bytes.length * 3) / 2));
  out[0] = head;
  let length = 1;
  let zeros = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (zeros === 2 && byte <= 3) {
      out[length++] = 3;
      zeros = 0;
    }
    out[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out.subarray(0, length);
};
