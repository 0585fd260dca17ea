/** Videos: the test card, and under it a soundtrack that is copied packet by packet, or speech. The same spec gives the same bytes. */
import { setImmediate as soon } from 'node:timers/promises';
import type { EncodedAudioPacketSource, EncodedVideoPacketSource } from 'mediabunny';
import { readSound } from './reader-process.ts';
import { type Soundtrack, soundtrackOf, spokenTrack } from './sound.ts';
import type { SpeechSpec } from './speech.ts';
import { type TestCard, testCardConfig, testCardFrames } from './test-card.ts';
import { timeless } from './timeless.ts';

export type VideoSpec = {
  seed: number;
  width?: number | undefined;
  height?: number | undefined;
  durationSeconds?: number | undefined;
  /** Whose result it is, in lines. */
  lines: readonly string[];
  /** MP4, and QuickTime's form of it. */
  container?: 'mp4' | 'mov';
  /** A file whose sound goes with it. */
  soundtrackPath?: string;
  /** What is said in it, where it has no soundtrack. */
  speech?: SpeechSpec;
};

const defaults = { width: 1280, height: 720, durationSeconds: 3 };
const durationSecondsMax = 4 * 60 * 60;
const sideMax = 4096;
const framesPerSecond = 25;

/** Writes the video to a file. The index stands in front, so that it plays while it loads. Throws `NotRead` where its sound was not read. */
export const writeMp4 = async (spec: VideoSpec, path: string): Promise<void> => {
  const sound = await soundOf(spec);
  try {
    await mux(spec, sound, path);
  } catch (error) {
    if (sound === undefined) throw error;
    // A stranger's sound that no MP4 can be made with: the video is silent, as without any.
    await mux(spec, undefined, path);
  }
  await timeless(path);
};

const soundOf = async (spec: VideoSpec): Promise<Soundtrack | undefined> => {
  const seconds = framesOf(spec) / framesPerSecond;
  if (spec.soundtrackPath === undefined)
    return spec.speech && spokenTrack({ ...spec.speech, durationSeconds: seconds });
  const sound = await readSound(spec.soundtrackPath, seconds);
  return sound && soundtrackOf(sound, seconds);
};

const mux = async (spec: VideoSpec, soundtrack: Soundtrack | undefined, path: string): Promise<void> => {
  const {
    EncodedAudioPacketSource,
    EncodedVideoPacketSource,
    FilePathTarget,
    MovOutputFormat,
    Mp4OutputFormat,
    Output,
  } = await import('mediabunny');
  const Format = spec.container === 'mov' ? MovOutputFormat : Mp4OutputFormat;
  const output = new Output({
    format: new Format({ fastStart: 'in-memory' }),
    target: new FilePathTarget(path, { chunked: true, chunkSize: 2 ** 20 }),
  });
  output.setMetadataTags({ title: spec.lines.join(' '), comment: `seed ${spec.seed}` });
  const picture = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(picture, { frameRate: framesPerSecond });
  const sound = soundtrack && new EncodedAudioPacketSource(soundtrack.codec);
  if (sound) output.addAudioTrack(sound);
  try {
    await output.start();
    const showUntil = await frameAdder(picture, spec);
    if (sound) await addSound(sound, soundtrack, showUntil);
    await showUntil(Infinity);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
};

/** Packets of sound and frames come in the order in which they are played. */
const addSound = async (
  source: EncodedAudioPacketSource,
  { config, packets }: Soundtrack,
  showUntil: (time: number) => Promise<void>,
): Promise<void> => {
  const { EncodedPacket } = await import('mediabunny');
  for (const { data, type, timestamp, duration } of packets) {
    await showUntil(timestamp);
    await source.add(new EncodedPacket(data, type, timestamp, duration), { decoderConfig: config });
  }
  source.close();
};

const framesAtOnce = 25;

const frameAdder = async (
  source: EncodedVideoPacketSource,
  spec: VideoSpec,
): Promise<(time: number) => Promise<void>> => {
  const { EncodedPacket } = await import('mediabunny');
  const card: TestCard = { ...videoSize(spec), framesPerSecond, seed: spec.seed, lines: spec.lines };
  const decoderConfig: VideoDecoderConfig = {
    ...testCardConfig(card),
    codedWidth: card.width,
    codedHeight: card.height,
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  };
  const frames = testCardFrames(card);
  const count = framesOf(spec);
  let frame = 0;
  return async (time) => {
    for (; frame < count && frame / framesPerSecond <= time; frame++) {
      const { data, isKey } = frames.next().value;
      const type = isKey ? 'key' : 'delta';
      await source.add(new EncodedPacket(data, type, frame / framesPerSecond, 1 / framesPerSecond), { decoderConfig });
      // A long video is made in between other work.
      if (frame % framesAtOnce === 0) await soon();
    }
  };
};

/** How long the video will be: a whole number of frames, one at least. */
const framesOf = ({ durationSeconds = defaults.durationSeconds }: VideoSpec): number =>
  durationSeconds > 0 ? Math.max(1, Math.round(Math.min(durationSeconds, durationSecondsMax) * framesPerSecond)) : 1;

/** As asked for, in even numbers; what is larger than players take is made smaller, in the same shape. */
export const videoSize = ({
  width = defaults.width,
  height = defaults.height,
}: Pick<VideoSpec, 'width' | 'height'>): { readonly width: number; readonly height: number } => {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
  return width > 0 && height > 0 ? { width: even(width), height: even(height) } : videoSize({});
};
