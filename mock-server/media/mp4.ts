/**
 * Videos: the packets of a prerendered clip repeated for as long as the video is to last, the packets of a soundtrack under
 * them. Nothing is encoded. The same spec gives the same bytes.
 */
import type { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import { readFile } from 'node:fs/promises';
import { readSound } from './reader-process.ts';
import type { Sound } from './reading.ts';
import { timeless } from './timeless.ts';

export type Clip = { readonly width: number; readonly height: number; readonly path: string };

export type VideoSpec = {
  seed: number;
  width?: number;
  height?: number;
  durationSeconds?: number;
  label: string;
  /** MP4, and QuickTime's form of it. */
  container?: 'mp4' | 'mov';
  soundtrackPath?: string;
};

const defaults = { width: 1280, height: 720, durationSeconds: 3 };
const durationSecondsMax = 4 * 60 * 60;

/** Writes the video to a file. The index stands in front, so that it plays while it loads. */
export const writeMp4 = async (spec: VideoSpec, clips: readonly Clip[], path: string): Promise<void> => {
  const clip = await loadClip(pickClip(clips, spec.width, spec.height));
  const frames = framesOf(spec, clip.framesPerSecond);
  const seconds = frames / clip.framesPerSecond;
  const sound = spec.soundtrackPath === undefined ? undefined : await readSound(spec.soundtrackPath, seconds);
  try {
    await mux(spec, clip, frames, sound, path);
  } catch (error) {
    if (sound === undefined) throw error;
    // A stranger's sound that no MP4 can be made with: the video is silent, as without any.
    await mux(spec, clip, frames, undefined, path);
  }
  await timeless(path);
};

const mux = async (
  spec: VideoSpec,
  clip: LoadedClip,
  frames: number,
  soundtrack: Sound | undefined,
  path: string,
): Promise<void> => {
  const {
    EncodedAudioPacketSource,
    EncodedPacket,
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
  output.setMetadataTags({ title: spec.label, comment: `seed ${spec.seed}` });
  const picture = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(picture, { frameRate: clip.framesPerSecond });
  const sound = soundtrack && new EncodedAudioPacketSource(soundtrack.codec);
  if (sound) output.addAudioTrack(sound);
  try {
    await output.start();
    let frame = 0;
    const addFramesUntil = async (time: number): Promise<void> => {
      for (; frame < frames && frame / clip.framesPerSecond <= time; frame++) await addFrame(picture, clip, frame);
    };
    for (const { data, type, timestamp, duration } of soundtrack?.packets ?? []) {
      await addFramesUntil(timestamp);
      const packet = new EncodedPacket(data, type, timestamp, duration);
      await sound?.add(packet, soundtrack && { decoderConfig: soundtrack.config });
    }
    sound?.close();
    await addFramesUntil(Infinity);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
};

/** How long the video will be: a whole number of frames, one at least. */
const framesOf = ({ durationSeconds = defaults.durationSeconds }: VideoSpec, framesPerSecond: number): number =>
  durationSeconds > 0 ? Math.max(1, Math.round(Math.min(durationSeconds, durationSecondsMax) * framesPerSecond)) : 1;

/** Of the clips the one whose shape is nearest to what is wanted; among those of one shape, the one of nearest size. */
export const pickClip = (clips: readonly Clip[], width = defaults.width, height = defaults.height): Clip => {
  const distance = (clip: Clip): number =>
    4 * Math.abs(Math.log(clip.width / clip.height / (width / height))) +
    Math.abs(Math.log((clip.width * clip.height) / (width * height)));
  // The side that a resolution measures is kept exactly where any clip has it: the short one, or 1k and 2k the long one.
  const withSide = (side: (...sides: number[]) => number): Clip[] =>
    clips.filter((clip) => side(clip.width, clip.height) === side(width, height));
  const [first, ...others] = [withSide(Math.min), withSide(Math.max), clips].find((some) => some.length > 0) ?? [];
  if (first === undefined) throw new Error('no clips to build a video from');
  return others.reduce((best, clip) => (distance(clip) < distance(best) ? clip : best), first);
};

type LoadedClip = { packets: EncodedPacket[]; config: VideoDecoderConfig; framesPerSecond: number };

const loadClip = async ({ path }: Clip): Promise<LoadedClip> => {
  const { BufferSource, EncodedPacketSink, Input, MP4 } = await import('mediabunny');
  const input = new Input({ formats: [MP4], source: new BufferSource(await readFile(path)) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error(`${path} is no clip: it has no picture`);
    const packets: EncodedPacket[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
    return { packets, config, framesPerSecond: Math.round(packets.length / (await track.computeDuration())) };
  } finally {
    input.dispose();
  }
};

const addFrame = async (picture: EncodedVideoPacketSource, clip: LoadedClip, frame: number): Promise<void> => {
  const packet = clip.packets[frame % clip.packets.length];
  if (packet === undefined) throw new Error('a clip without packets');
  const timestamp = frame / clip.framesPerSecond;
  await picture.add(packet.clone({ timestamp, duration: 1 / clip.framesPerSecond, sequenceNumber: frame }), {
    decoderConfig: clip.config,
  });
};
