/** What is sent on the socket of the voice changer: nothing before the format, then raw sound as the format says. */
import type { SocketMessage } from '../../../spec/schemas/journal.ts';
import type { ConductRule } from '../rule.ts';
import type { Connection } from '../seen-sessions.ts';
import { type Wav, areInt16, binaryOf, containerIn, floatsIn, wavIn } from '../sound.ts';
import { formatOf, ofStreams } from '../voice-streams.ts';
import { paceRule } from './voice-pace.ts';

export const voiceRules: readonly ConductRule[] = [
  {
    id: 'voice.no-opening',
    title: 'opens a voice stream with no message of its own',
    clauses: ['endpoints.voice-session.no-handshake'],
    level: 'must',
    advice: 'Send nothing before the sound: the voice was chosen with voice_profile_id in the session call.',
    wants: 'a voice stream on which something was sent',
    look: (seen) =>
      ofStreams(seen, hasSent, ({ messages }) => {
        const first = messages.find(isOfClient);
        return first?.type === 'text' && first.bytes < openingBytesMax ? 'its first message was a text' : undefined;
      }),
  },
  {
    id: 'voice.format-awaited',
    title: 'reads the format frame before it sends sound',
    clauses: ['endpoints.voice-session.format-awaited'],
    level: 'must',
    advice: 'Wait for the first message of the service, and begin with the sample_rate that stands in it.',
    wants: 'a voice stream whose format frame comes late (fault socket-format-late)',
    look: (seen) =>
      ofStreams(seen, isFormatHeldBack, ({ firstFrame }) =>
        firstFrame !== undefined && firstFrame.sent.frames === 0
          ? 'sound was sent before the format frame had come'
          : undefined,
      ),
  },
  {
    id: 'voice.binary',
    title: 'sends sound in binary frames',
    clauses: ['endpoints.voice-session.audio-binary-frames'],
    level: 'must',
    advice: 'Send the samples as they are, in binary messages: neither base64 nor JSON.',
    wants: 'a voice stream on which sound was sent',
    look: (seen) =>
      ofStreams(
        seen,
        (connection) => hasSound(connection) || hasLongText(connection),
        (connection) => (hasLongText(connection) ? 'sound was sent as text' : undefined),
      ),
  },
  {
    id: 'voice.mono',
    title: 'sends sound of a single channel',
    clauses: ['endpoints.voice-session.audio-mono'],
    level: 'must',
    advice: 'Mix the channels to one before sending.',
    wants: 'a voice stream that tells how many channels it has, as the header of a WAV file does',
    look: (seen) =>
      ofStreams(seen, isWav, (connection) => {
        const { channels } = wavOf(connection) ?? { channels: 1 };
        return channels === 1 ? undefined : `sound of ${channels} channels was sent`;
      }),
  },
  {
    id: 'voice.int16',
    title: 'sends raw samples of 16 bits',
    clauses: ['endpoints.voice-session.audio-int16-le'],
    level: 'must',
    advice: 'Send the bare samples, int16 and low byte first: no file header, no codec, no floating point.',
    wants: 'a voice stream whose sound tells how it is written, as silence and noise do not',
    look: (seen) =>
      ofStreams(seen, (connection) => notInt16(connection) !== undefined || areInt16(headsOf(connection)), notInt16),
  },
  {
    id: 'voice.sample-rate',
    title: 'sends sound at the sample_rate that was announced',
    clauses: ['endpoints.voice-session.audio-sample-rate', 'resources.audio-format.sample-rate-integer'],
    level: 'must',
    advice: 'Resample to the sample_rate of the format frame: it is not the same everywhere.',
    wants: 'a voice stream that tells its rate, as the header of a WAV file does',
    look: (seen) =>
      ofStreams(
        seen,
        (connection) => rateOf(connection) !== undefined,
        (connection) => {
          const rates = rateOf(connection);
          return rates === undefined || rates.sent === rates.announced
            ? undefined
            : `sound of ${rates.sent} Hz was sent, and ${rates.announced} Hz was announced`;
        },
      ),
  },
  paceRule,
  {
    id: 'voice.chunks',
    title: 'sends about chunk_frames frames in a message',
    clauses: ['endpoints.voice-session.audio-chunk-size'],
    level: 'should',
    advice:
      'Cut the sound into pieces of chunk_frames samples: shorter ones cost more than they carry, longer ones come late.',
    wants: 'a voice stream of at least four messages',
    look: (seen) =>
      ofStreams(
        seen,
        (connection) => chunkOf(connection) !== undefined,
        (connection) => {
          const chunk = chunkOf(connection);
          if (chunk === undefined || (chunk.mean <= 4 * chunk.announced && chunk.mean >= chunk.announced / 4))
            return undefined;
          return `a message held ${Math.round(chunk.mean)} frames, and chunk_frames is ${chunk.announced}`;
        },
      ),
  },
];

/** A control message is short; sound that is written as text is not. */
const openingBytesMax = 200;

const isOfClient = ({ from }: SocketMessage): boolean => from === 'client';

const hasSent = ({ messages }: Connection): boolean => messages.some(isOfClient);

const hasSound = ({ messages }: Connection): boolean => messages.some((message) => binaryOf(message) !== undefined);

const hasLongText = ({ messages }: Connection): boolean =>
  messages.some((message) => isOfClient(message) && message.type === 'text' && message.bytes >= openingBytesMax);

const isFormatHeldBack = ({ connected }: Connection): boolean =>
  connected.faults.includes('socket-format-late') || connected.faults.includes('socket-format-missing');

const wavOf = ({ messages }: Connection): Wav | undefined => {
  const first = messages.map(binaryOf).find((bytes) => bytes !== undefined);
  return first === undefined ? undefined : wavIn(first);
};

const isWav = (connection: Connection): boolean => wavOf(connection) !== undefined;

const headsOf = ({ messages }: Connection): readonly Uint8Array[] =>
  messages.flatMap((message) => binaryOf(message) ?? []);

const notInt16 = (connection: Connection): string | undefined => {
  const { messages } = connection;
  const heads = headsOf(connection);
  const container = heads[0] === undefined ? undefined : containerIn(heads[0]);
  if (container !== undefined) return `a ${container} was sent, and not bare samples`;
  if (floatsIn(heads)) return 'samples of 32 bits in floating point were sent';
  const sound = messages.filter((message) => isOfClient(message) && message.type === 'binary');
  const isOdd = sound.length >= 2 && sound.every(({ bytes }) => bytes % 2 === 1);
  return isOdd ? 'every message had an odd number of bytes, which are no whole samples' : undefined;
};

const rateOf = (connection: Connection): { readonly sent: number; readonly announced: number } | undefined => {
  const announced = formatOf(connection)?.sampleRate;
  if (announced === undefined) return undefined;
  const sent = wavOf(connection)?.sampleRate;
  return sent === undefined ? undefined : { sent, announced };
};

const chunkOf = (connection: Connection): { readonly mean: number; readonly announced: number } | undefined => {
  const { end } = connection;
  const format = formatOf(connection);
  if (end === undefined || format === undefined || end.received.frames < 4 || !hasSound(connection)) return undefined;
  return { mean: end.received.bytes / 2 / end.received.frames, announced: format.chunkFrames };
};
