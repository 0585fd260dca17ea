/** Files of an exact size or length, all of them real: a small one is stretched by what readers of its kind pass over. */
import { mediumBytes } from '../fixtures/media.ts';
import type { MediaKind } from '../spec/vocabulary.ts';
import type { Input } from './target.ts';

/** The file is `input.bytes` and so many zeros behind them. */
export type Padded = { readonly input: Input; readonly padBytes: number };

/** @param bytes how many the file has in all */
export const fileOfSize = async (kind: MediaKind, bytes: number): Promise<Padded> => {
  const { name, contentType, stretch, seconds } = stretchable[kind];
  const small = await mediumBytes(name);
  const head = stretch(small, bytes);
  return { input: { bytes: head, name, contentType, seconds }, padBytes: bytes - head.byteLength };
};

/** A video of few bytes that plays for hours: its pictures stand still for a long time. */
export const longVideo = async (): Promise<Input> => {
  const bytes = await mediumBytes('clip-silent.mp4');
  let longest = 0;
  for (const box of ['mvhd', 'mdhd']) {
    for (let at = bytes.indexOf(box); at >= 0; at = bytes.indexOf(box, at + 4)) {
      // Version 0: version and flags, two times, units of a second, length in units.
      longest = Math.max(longest, bytes.readUInt32BE(at + 20));
      bytes.writeUInt32BE(1, at + 16);
    }
  }
  return { bytes, name: 'long.mp4', contentType: 'video/mp4', seconds: longest };
};

type Stretchable = {
  readonly name: 'portrait.png' | 'voice.wav' | 'clip.mp4';
  readonly contentType: string;
  readonly seconds: number;
  /** The small file with the head of the part that is passed over. */
  readonly stretch: (small: Buffer, bytes: number) => Buffer;
};

const stretchable: { readonly [kind in MediaKind]: Stretchable } = {
  // Nobody reads on behind the end of the picture.
  image: { name: 'portrait.png', contentType: 'image/png', seconds: 0, stretch: (small) => small },
  audio: { name: 'voice.wav', contentType: 'audio/wav', seconds: 8, stretch: withJunk },
  video: { name: 'clip.mp4', contentType: 'video/mp4', seconds: 3, stretch: withFree },
};

/** A WAV file with a chunk to pass over. */
function withJunk(small: Buffer, bytes: number): Buffer {
  const chunk = Buffer.from('JUNK\0\0\0\0', 'latin1');
  chunk.writeUInt32LE(bytes - small.byteLength - chunk.byteLength, 4);
  const head = Buffer.concat([small, chunk]);
  head.writeUInt32LE(bytes - 8, 4);
  return head;
}

/** An MP4 file with a box of free space. */
function withFree(small: Buffer, bytes: number): Buffer {
  const box = Buffer.from('\0\0\0\0free', 'latin1');
  box.writeUInt32BE(bytes - small.byteLength);
  return Buffer.concat([small, box]);
}
