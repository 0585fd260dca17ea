/** Samples as files have them, in whole numbers of 16 or 24 bits. What has 16, 24 or fewer bits keeps every one of them. */
import type { PcmCodec } from './reading.ts';

export type SampleForm = {
  /** Of one sample in the file. */
  readonly bytes: number;
  /** Of the whole number that it becomes. */
  readonly bits: 16 | 24;
  readonly read: (view: DataView, at: number) => number;
};

export const sampleForms: Readonly<Record<PcmCodec, SampleForm>> = {
  'pcm-s16': { bytes: 2, bits: 16, read: (view, at) => view.getInt16(at, true) },
  'pcm-s16be': { bytes: 2, bits: 16, read: (view, at) => view.getInt16(at) },
  'pcm-s24': { bytes: 3, bits: 24, read: (view, at) => (view.getInt8(at + 2) << 16) | view.getUint16(at, true) },
  'pcm-s24be': { bytes: 3, bits: 24, read: (view, at) => (view.getInt8(at) << 16) | view.getUint16(at + 1) },
  'pcm-s32': { bytes: 4, bits: 24, read: (view, at) => view.getInt32(at, true) >> 8 },
  'pcm-s32be': { bytes: 4, bits: 24, read: (view, at) => view.getInt32(at) >> 8 },
  'pcm-f32': { bytes: 4, bits: 24, read: (view, at) => whole(view.getFloat32(at, true)) },
  'pcm-f32be': { bytes: 4, bits: 24, read: (view, at) => whole(view.getFloat32(at)) },
  'pcm-f64': { bytes: 8, bits: 24, read: (view, at) => whole(view.getFloat64(at, true)) },
  'pcm-f64be': { bytes: 8, bits: 24, read: (view, at) => whole(view.getFloat64(at)) },
  'pcm-u8': { bytes: 1, bits: 16, read: (view, at) => (view.getUint8(at) - 128) << 8 },
  'pcm-s8': { bytes: 1, bits: 16, read: (view, at) => view.getInt8(at) << 8 },
  ulaw: { bytes: 1, bits: 16, read: (view, at) => fromMuLaw(~view.getUint8(at)) },
  alaw: { bytes: 1, bits: 16, read: (view, at) => fromALaw(view.getUint8(at) ^ 0x55) },
};

const loudest = 2 ** 23 - 1;

/** Of a share of the loudest; what is no number is silence. */
const whole = (share: number): number =>
  Number.isNaN(share) ? 0 : Math.round(Math.min(1, Math.max(-1, share)) * loudest);

/** As telephones pack 14 bits into 8, in America. */
const fromMuLaw = (bits: number): number => {
  const loudness = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return (bits & 0x80) === 0 ? loudness : -loudness;
};

/** As they pack 13, elsewhere. */
const fromALaw = (bits: number): number => {
  const segment = (bits & 0x70) >> 4;
  const low = (bits & 0x0f) << 4;
  const loudness = segment === 0 ? low + 8 : (low + 0x108) << (segment - 1);
  return (bits & 0x80) === 0 ? -loudness : loudness;
};
