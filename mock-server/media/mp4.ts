/** Videos: the test card, and under it a soundtrack that is copied packet by packet, or speech. The same spec gives the same bytes. */
import { setImmediate as soon } from 'node:timers/promises';
import type { EncodedAudioPacketSource, EncodedVideoPacketSource, StreamTargetChunk, Target } from 'mediabunny';
import { readSound } from './reader-process.ts';
import { type Soundtrack, soundtrackOf, spokenTrack } from './sound.ts';
import type { SpeechSpec } from './speech.ts';
import { type TestCard, testCardConfig, testCardFrames } from './test-card.ts';
import { timeless, timelessFile } from './timeless.ts';

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
  const { FilePathTarget } = await import('mediabunny');
  const file = (): Target => new FilePathTarget(path, { chunked: true, chunkSize: 2 ** 18 });
  const sound = await soundOf(spec);
  try {
    await mux(spec, sound, file());
  } catch (error) {
    if (sound === undefined) throw error;
    // A stranger's sound that no MP4 can be made with: the video is silent, as without any.
    await mux(spec, undefined, file());
  }
  await timelessFile(path);
};

/** Whether the video is known to take a few megabytes at the most. A file's sound may take any room. */
export const isShort = (spec: VideoSpec): boolean =>
  spec.soundtrackPath === undefined && framesOf(spec) <= shortSeconds * framesPerSecond;
const shortSeconds = 30;

/** A short video as a whole. The same as `writeMp4` writes. */
export const mp4Bytes = async (spec: VideoSpec): Promise<Uint8Array<ArrayBuffer>> => {
  const { StreamTarget } = await import('mediabunny');
  const pieces: StreamTargetChunk[] = [];
  const kept = new WritableStream<StreamTargetChunk>({ write: (piece) => void pieces.push(piece) });
  await mux(spec, speechOf(spec), new StreamTarget(kept));
  const bytes = Buffer.alloc(Math.max(...pieces.map(({ data, position }) => position + data.length)));
  for (const { data, position } of pieces) bytes.set(data, position);
  timeless(bytes);
  return bytes;
};

const soundOf = async (spec: VideoSpec): Promise<Soundtrack | undefined> => {
  if (spec.soundtrackPath === undefined) return speechOf(spec);
  const sound = await readSound(spec.soundtrackPath, secondsOf(spec));
  return sound && soundtrackOf(sound, secondsOf(spec));
};

const speechOf = (spec: VideoSpec): Soundtrack | undefined =>
  spec.speech && spokenTrack({ ...spec.speech, durationSeconds: secondsOf(spec) });

const mux = async (spec: VideoSpec, soundtrack: Soundtrack | undefined, target: Target): Promise<void> => {
  const { EncodedAudioPacketSource, EncodedVideoPacketSource, MovOutputFormat, Mp4OutputFormat, Output } =
    await import('mediabunny');
  const Format = spec.container === 'mov' ? MovOutputFormat : Mp4OutputFormat;
  const output = new Output({
    format: new Format({ fastStart: 'in-memory' }),
    target,
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

const secondsOf = (spec: VideoSpec): number => framesOf(spec) / framesPerSecond;

/** As asked for, in even numbers; what is larger than players take is made smaller, in the same shape. */
export const videoSize = ({
  width = defaults.width,
  height = defaults.height,
}: Pick<VideoSpec, 'width' | 'height'>): { readonly width: number; readonly height: number } => {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
  return width > 0 && height > 0 ? { width: even(width), height: even(height) } : videoSize({});
};
