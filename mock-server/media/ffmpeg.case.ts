/** ffmpeg as second opinion on the files we write. Where it is missing its tests say so; in CI it may not be missing. */
import { execFileSync, spawnSync } from 'node:child_process';

const [decoder, prober] = ['ffmpeg', 'ffprobe'] as const;
const found = [decoder, prober].every((tool) => spawnSync(tool, ['-version']).status === 0);

export const withoutFfmpeg = !found && process.env['CI'] === undefined;

/** For the end of such a test's title. */
export const orNot = withoutFfmpeg ? ' (not tested: no ffmpeg and ffprobe here)' : '';

export type Stream = {
  codec_type: string;
  codec_name: string;
  profile?: string;
  width?: number;
  height?: number;
  duration?: string;
  sample_rate?: string;
  channels?: number;
};

export const streamsOf = (path: string): Stream[] =>
  (JSON.parse(ffprobe('-show_streams', '-of', 'json', path)) as { streams: Stream[] }).streams;

/** The hash of every packet of sound, in order. */
export const soundPackets = (path: string): string[] => {
  const rows = ['-select_streams', 'a', '-show_data_hash', 'md5', '-show_entries', 'packet=data_hash', '-of', 'csv'];
  return ffprobe(...rows, path).match(/MD5:[0-9a-f]{32}/g) ?? [];
};

/** What it writes to its output; a fault in the file is an error. */
export const ffmpeg = (args: readonly string[], input?: Buffer): Buffer =>
  execFileSync(decoder, ['-v', 'error', '-xerror', ...args, '-'], { input, maxBuffer: 512 * 2 ** 20 });

/** Writes a second and a half of a tone to a file: some forms are written back to front, which a pipe is not. */
export const writeTone = (encoder: string, form: string, path: string): void => {
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=1.5:sample_rate=48000', '-ac', '2'];
  execFileSync(decoder, ['-v', 'error', '-y', ...tone, '-strict', '-2', '-c:a', encoder, '-f', form, path]);
};

/** Its samples, channels side by side. */
export const decodedSound = (path: string, form: 's16le' | 's24le'): Buffer =>
  ffmpeg(['-i', path, '-map', '0:a', '-f', form]);

/** Decodes all of it; what is wrong with it, or nothing. */
export const decodeErrors = (path: string): string => {
  const run = spawnSync(decoder, ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' });
  return run.status === 0 ? run.stderr : `exit code ${run.status}: ${run.stderr}`;
};

const ffprobe = (...args: string[]): string =>
  execFileSync(prober, ['-v', 'error', ...args], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
