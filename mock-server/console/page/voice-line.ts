/** One's own voice in a session: what the source gives goes out over its socket in the format that is asked for, and what comes back is played. */
import type { AudioFormat } from '../../../spec/schemas/sessions.ts';
import { SoundPlayer } from './sound-player.ts';
import { type SoundSource, type SourceKind, openSource } from './sound-source.ts';

export type LineEnd = { readonly code: number; readonly reason: string };

export type VoiceLine = {
  /** Whether what comes back is heard. */
  readonly hear: (is: boolean) => void;
  /** Closes the socket, which ends and settles the session. */
  readonly close: () => void;
};

export type VoiceLineParts = {
  readonly source: SourceKind;
  /** Asked for once there is a source: a session that nobody speaks into is not made. Gives the address of its socket. */
  readonly session: () => Promise<string>;
  readonly isHeard: boolean;
  readonly formatCame: (format: AudioFormat) => void;
  readonly ended: (end: LineEnd) => void;
};

/** Call it while a key or button is pressed: browsers give sound to nobody else. Throws where there is no source, or no session. */
export const openVoiceLine = async (parts: VoiceLineParts): Promise<VoiceLine> => {
  const context = new AudioContext();
  let source: SoundSource | undefined;
  try {
    source = await openSource(context, parts.source);
    await context.audioWorklet.addModule('console/capture.js');
    const address = await parts.session();
    return connect(context, source, address, parts);
  } catch (error) {
    source?.end();
    void context.close();
    throw error;
  }
};

const connect = (context: AudioContext, source: SoundSource, address: string, parts: VoiceLineParts): VoiceLine => {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  let player: SoundPlayer | undefined;
  let { isHeard } = parts;
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') return player?.play(data);
    const format = formatIn(data);
    if (format === undefined || player !== undefined) return undefined;
    player = new SoundPlayer(context, format.sample_rate);
    player.isHeard = isHeard;
    parts.formatCame(format);
    capture(context, source, format, (chunk) => {
      // What does not go out in time is not worth sending.
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < bufferedMost) socket.send(chunk);
    });
    return undefined;
  });
  socket.addEventListener('close', ({ code, reason }) => {
    source.end();
    void context.close();
    parts.ended({ code, reason });
  });
  return {
    hear: (is) => {
      isHeard = is;
      if (player !== undefined) player.isHeard = is;
    },
    close: () => socket.close(1000),
  };
};

const capture = (
  context: AudioContext,
  source: SoundSource,
  { sample_rate: rate, chunk_frames: chunkFrames }: AudioFormat,
  take: (chunk: ArrayBuffer) => void,
): void => {
  const node = new AudioWorkletNode(context, 'capture', {
    channelCount: 1,
    channelCountMode: 'explicit',
    processorOptions: { rate, chunkFrames },
  });
  node.port.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => take(data));
  node.port.start();
  source.node.connect(node);
  // It gives silence: only what leads to the end is run by every browser.
  node.connect(context.destination);
};

/** Undefined for a text that is no format: the service may send a broken one. */
const formatIn = (text: string): AudioFormat | undefined => {
  try {
    const read = JSON.parse(text) as Partial<AudioFormat>;
    const { sample_rate, chunk_frames } = read;
    return typeof sample_rate === 'number' && typeof chunk_frames === 'number' && sample_rate >= 3_000
      ? { sample_rate, chunk_frames }
      : undefined;
  } catch {
    return undefined;
  }
};

const bufferedMost = 2 ** 18;
