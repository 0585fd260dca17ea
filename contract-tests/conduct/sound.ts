/** What the first bytes of messages tell of the sound in them. */
import type { SocketMessage } from '../../spec/schemas/journal.ts';

/** The beginning of a binary message of the client; undefined also where the journal is not as the mock writes it. */
export const binaryOf = (message: SocketMessage): Uint8Array | undefined => {
  if (message.from !== 'client' || message.type !== 'binary' || message.base64 === null) return undefined;
  try {
    return Uint8Array.from(atob(message.base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};

export type Wav = { readonly channels: number; readonly sampleRate: number };

export const wavIn = (bytes: Uint8Array): Wav | undefined => {
  if (bytes.length < 28 || letters(bytes, 0, 4) !== 'RIFF' || letters(bytes, 8, 16) !== 'WAVEfmt ') return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { channels: view.getUint16(22, true), sampleRate: view.getUint32(24, true) };
};

/** Name of the file format that the bytes begin like. */
export const containerIn = (bytes: Uint8Array): string | undefined =>
  Object.entries(beginnings).find(([beginning]) => letters(bytes, 0, beginning.length) === beginning)?.[1];

const beginnings: { readonly [beginning: string]: string } = {
  RIFF: 'WAV file',
  OggS: 'Ogg file',
  fLaC: 'FLAC file',
  ID3: 'MP3 file',
  '\u001aE\u00df\u00a3': 'WebM file',
};

/** Whether the bytes make sense as floating point and hardly as anything else: all between -1 and 1, and few of them tiny. */
export const floatsIn = (heads: readonly Uint8Array[]): boolean => {
  const numbers = heads.flatMap((bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
      Math.abs(view.getFloat32(4 * index, true)),
    );
  });
  const loud = numbers.filter((number) => number > 1e-4);
  return (
    numbers.length >= 32 &&
    numbers.every((number) => number <= 1) &&
    loud.length > numbers.length * 0.8 &&
    new Set(loud).size >= 8
  );
};

/**
 * Whether the bytes make sense as samples of 16 bits, low byte first, and not otherwise: sound goes on from where it was. Read with the
 * high byte first such samples leap about; what is no int16 at all, silence and noise are as rough either way.
 */
export const areInt16 = (heads: readonly Uint8Array[]): boolean =>
  heads.length >= 4 && roughness(heads, false) > 2 * roughness(heads, true);

/** How far it is from each sample to the next, in all. */
const roughness = (heads: readonly Uint8Array[], lowByteFirst: boolean): number =>
  heads.reduce((sum, bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let own = 0;
    for (let at = 2; at + 1 < bytes.length; at += 2)
      own += Math.abs(view.getInt16(at, lowByteFirst) - view.getInt16(at - 2, lowByteFirst));
    return sum + own;
  }, 0);

const letters = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));
