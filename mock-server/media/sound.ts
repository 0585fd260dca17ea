/**
 * The sound of a video: packets as they were in the file they come from, or, where there are none that a browser would play
 * from an MP4, FLAC of the same samples. Speech becomes FLAC as well.
 */
import { type SoundFormat, flacBlock, flacFrame, flacHead } from './flac.ts';
import { type SampleForm, sampleForms } from './pcm-samples.ts';
import { type CarriedCodec, type Packet, type Sound, isPcm } from './reading.ts';
import { type SpeechSpec, createSpeech, speechRate } from './speech.ts';

export type Soundtrack = {
  readonly codec: CarriedCodec;
  readonly config: AudioDecoderConfig;
  readonly packets: Iterable<Packet>;
};

/** What was read of a file, up to so many seconds; nothing where it cannot be carried. */
export const soundtrackOf = ({ codec, config, packets }: Sound, seconds: number): Soundtrack | undefined => {
  if (!isPcm(codec)) return { codec, config, packets };
  const { sampleRate, numberOfChannels: channels } = config;
  const form = sampleForms[codec];
  const bytes = Buffer.concat(packets.map(({ data }) => data));
  const start = Math.max(0, packets[0]?.timestamp ?? 0);
  const room = Math.round((seconds - start) * sampleRate);
  const samples = Math.min(room, Math.floor(bytes.length / form.bytes / channels));
  if (samples < 1 || channels < 1 || channels > channelsMax || sampleRate > sampleRateMax) return undefined;
  const format = { sampleRate, channels, bits: form.bits };
  return flacTrack(format, samples, start, (first, count) => samplesIn(bytes, form, channels, first, count));
};

export const spokenTrack = (spec: SpeechSpec): Soundtrack | undefined => {
  const speech = createSpeech(spec);
  if (speech.samples === 0) return undefined;
  return flacTrack({ sampleRate: speechRate, channels: 1, bits: 16 }, speech.samples, 0, (first, count) => {
    const block = new Int16Array(count);
    speech.write(block, first);
    return [new Int32Array(block)];
  });
};

// What FLAC has room for.
const channelsMax = 8;
const sampleRateMax = 655_350;

/** @param block the samples of each channel, so many from the first on */
const flacTrack = (
  format: SoundFormat,
  samples: number,
  start: number,
  block: (first: number, count: number) => Int32Array[],
): Soundtrack => {
  const { sampleRate, channels } = format;
  const description = flacHead(format, samples);
  return {
    codec: 'flac',
    config: { codec: 'flac', sampleRate, numberOfChannels: channels, description },
    packets: flacPackets(format, samples, start, block),
  };
};

function* flacPackets(
  format: SoundFormat,
  samples: number,
  start: number,
  block: (first: number, count: number) => Int32Array[],
): Generator<Packet> {
  for (let number = 0; number * flacBlock < samples; number++) {
    const first = number * flacBlock;
    const count = Math.min(flacBlock, samples - first);
    yield {
      data: flacFrame(block(first, count), number, format),
      timestamp: start + first / format.sampleRate,
      duration: count / format.sampleRate,
      type: 'key',
    };
  }
}

/** Samples of all channels stand side by side in the file. */
const samplesIn = (
  bytes: Buffer,
  { bytes: width, read }: SampleForm,
  channels: number,
  first: number,
  count: number,
): Int32Array[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: channels }, (_, channel) =>
    Int32Array.from({ length: count }, (_unused, at) => read(view, ((first + at) * channels + channel) * width)),
  );
};
