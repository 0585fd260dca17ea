/**
 * The socket of the voice changer: one format frame, then PCM both ways. Without a profile the bytes come back as they are, message by
 * message; with one they come back changed, as many of them. A message without a whole sample in it is answered by nothing.
 */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Session } from '../domain/session.ts';
import type { Line } from './frame.ts';
import { type Character, type Convert, createConverter } from './pcm.ts';
import type { Handle, Receive } from './stream.ts';

export const createVoice = (
  choices: GapChoices,
  characters: { readonly [voiceProfileId: string]: Character },
): Handle => {
  const [sampleRate = 0, chunkFrames = 0] = choices['voice-format'].split('x').map(Number);
  const format = JSON.stringify({ sample_rate: sampleRate, chunk_frames: chunkFrames });
  const silenceBytes = choices['converted-voice'] === 'delayed' ? 2 * Math.round(sampleRate * delaySeconds) : 0;

  /** In bytes (gap `chunk-size`); above 1 MiB the frame itself is refused. */
  const longest = choices['chunk-size'] === 'one-second' ? 2 * sampleRate : Number.POSITIVE_INFINITY;

  /** Undefined where the voice stays as it is. */
  const converterFor = ({ voiceProfileId }: Session): Convert | undefined => {
    if (voiceProfileId === undefined) return undefined;
    const character = Object.hasOwn(characters, voiceProfileId) ? characters[voiceProfileId] : undefined;
    if (character === undefined) throw new Error(`no character for the voice ${voiceProfileId}`);
    return createConverter(character, sampleRate);
  };

  return (session, line) => {
    line.send(format, false);
    const samples = wholeSamples(passOn(line, converterFor(session), silenceBytes), line, choices);
    return (data, isBinary) => {
      if (data.length > longest) line.close(1009, 'a message may hold a second of sound');
      else if (isBinary) samples(data, true);
      else if (choices['voice-text'] === 'closed') line.close(1003, 'this socket takes PCM, in binary messages');
    };
  };
};

const passOn = (line: Line, convert: Convert | undefined, silenceBytes: number): Receive => {
  if (convert === undefined) return (data) => line.send(data, true);
  let silent = silenceBytes > 0;
  return (data) => {
    if (silent) line.send(Buffer.alloc(silenceBytes), true);
    silent = false;
    line.send(convert(data), true);
  };
};

/** Hands on whole samples only: half of one waits for the next message, or is a reason to close (gap `odd-bytes`). */
const wholeSamples = (next: Receive, line: Line, choices: GapChoices): Receive => {
  const isClosed = choices['odd-bytes'] === 'closed';
  let half: Buffer | undefined;
  return (data) => {
    if (isClosed && data.length % 2 === 1) return line.close(1003, 'a message must hold whole samples of two bytes');
    let bytes = half === undefined ? data : Buffer.concat([half, data]);
    half = undefined;
    if (bytes.length % 2 === 1) {
      // A copy, so that one byte does not keep its whole message.
      half = Buffer.from(bytes.subarray(-1));
      bytes = bytes.subarray(0, -1);
    }
    if (bytes.length > 0) next(bytes, true);
  };
};

const delaySeconds = 0.2;
