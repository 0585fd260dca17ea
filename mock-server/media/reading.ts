/**
 * The part of reading a stranger's media that runs in a process of its own (`reader-process.ts`). The function goes there as
 * its own source text, so it may use nothing but its arguments.
 */
import type { InputAudioTrack, InputTrack } from 'mediabunny';

export type Packet = {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly timestamp: number;
  readonly duration: number;
  readonly type: 'key' | 'delta';
};

export type Description = {
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
};

/** What an MP4 carries as it is. Browsers play the first four; of the others players decode all, and browsers some or none. */
export type CarriedCodec = 'aac' | 'mp3' | 'opus' | 'flac' | 'vorbis' | 'ac3' | 'eac3' | 'dts';
/** Samples as they are, or packed as telephones do. */
export type PcmCodec =
  | `pcm-${'s16' | 's24' | 's32' | 'f32' | 'f64'}${'' | 'be'}`
  | `pcm-${'u8' | 's8'}`
  | `${'u' | 'a'}law`;

export const isPcm = (codec: CarriedCodec | PcmCodec): codec is PcmCodec => /^pcm-|law$/.test(codec);

export type Sound = {
  readonly codec: CarriedCodec | PcmCodec;
  readonly config: AudioDecoderConfig;
  readonly packets: readonly Packet[];
};

/** With `soundSeconds` the packets of the sound up to there are wanted, else what the file is. */
export type Request = {
  readonly path: string;
  /** Of the processor's time. */
  readonly workMillis: number;
  readonly bytesMax: number;
  readonly soundSeconds?: number;
};
export type Reply = { readonly description?: Description; readonly sound?: Sound };

/** @param state tells the watch (`reader-watch.ts`) whether a question is being answered, and how much work it may be */
export const reading = (
  media: typeof import('mediabunny'),
  fs: typeof import('node:fs'),
  self: NodeJS.Process,
  state: Int32Array,
): void => {
  media.Logging.level = media.LogLevel.Silent;
  const { ADTS, FLAC, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } = media;
  // Not HLS, whose playlists name further files.
  const formats = [MP4, QTFF, WEBM, MATROSKA, WAVE, MP3, OGG, FLAC, ADTS];
  // What can be kept without loss: all that the library reads.
  const kept = (codec: string | null): codec is Sound['codec'] =>
    /^(aac|mp3|opus|flac|vorbis|e?ac3|dts|pcm-.*|[ua]law)$/.test(codec ?? '');

  const describe = async (tracks: InputTrack[]): Promise<Description | undefined> => {
    if (tracks.length === 0) return undefined;
    const picture = tracks.find((track) => track.isVideoTrack());
    const lengths = tracks.map(async (track) => (await track.getDurationFromMetadata()) ?? track.computeDuration());
    const known = await Promise.all(lengths.map((length) => length.catch(() => 0)));
    return {
      durationSeconds: Math.max(...known),
      width: (await picture?.getDisplayWidth()) ?? 0,
      height: (await picture?.getDisplayHeight()) ?? 0,
      hasAudio: tracks.some((track) => track.isAudioTrack()),
      hasVideo: picture !== undefined,
    };
  };

  const listen = async (tracks: InputAudioTrack[], seconds: number): Promise<Sound | undefined> => {
    for (const track of tracks) {
      const found = await track.getCodec();
      const codec = kept(found) ? found : undefined;
      const config = codec && (await track.getDecoderConfig());
      if (!codec || !config) continue;
      const packets: Packet[] = [];
      let bytesLeft = 64_000_000;
      let last = -10;
      try {
        for await (const { data, timestamp, duration, type } of new media.EncodedPacketSink(track).packets()) {
          bytesLeft -= data.length;
          // Sound starts near 0 and has no packets out of order; other times are a broken file's.
          if (!(timestamp < seconds && timestamp >= last && duration >= 0 && bytesLeft > 0)) break;
          last = timestamp;
          packets.push({ data: data.slice(), timestamp, duration, type });
        }
      } catch {
        // The file is broken from here on.
      }
      return packets.length > 0 ? { codec, config, packets } : undefined;
    }
    return undefined;
  };

  /** What the disk is asked and has not answered. */
  let asked = 0;
  const disk = async <T>(work: Promise<T>): Promise<T> => {
    asked++;
    try {
      return await work;
    } finally {
      asked--;
    }
  };

  /**
   * A damaged file may make the library wait for what never comes: then neither it nor the disk has anything to do, and the process, of
   * which nothing is expected any more, ends.
   */
  const unlessStuck = <T>(work: Promise<T>): Promise<T> => {
    let still = 0;
    const looks = setInterval(() => {
      still = asked === 0 ? still + 1 : 0;
      if (still === 3) self.exit(1);
    }, 100);
    return work.finally(() => clearInterval(looks));
  };

  const answer = async ({ path, bytesMax, soundSeconds }: Request): Promise<Reply> => {
    const file = await disk(fs.promises.open(path, 'r'));
    let bytesLeft = bytesMax;
    const source = new media.CustomSource({
      getSize: async () => (await disk(file.stat())).size,
      read: async (start, end) => {
        bytesLeft -= end - start;
        if (bytesLeft < 0) throw new Error('the budget for reading is spent');
        const { buffer, bytesRead } = await disk(file.read(new Uint8Array(end - start), 0, end - start, start));
        return buffer.subarray(0, bytesRead);
      },
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => undefined,
    });
    const input = new media.Input({ formats, source });
    try {
      if (soundSeconds === undefined) {
        const description = await describe(await input.getTracks());
        return description ? { description } : {};
      }
      const sound = await listen(await input.getAudioTracks(), soundSeconds);
      return sound ? { sound } : {};
    } finally {
      input.dispose();
      await file.close();
    }
  };

  const setBusy = (value: 0 | 1): void => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  const allow = (workMillis: number): void => {
    const { user, system } = self.cpuUsage();
    Atomics.store(state, 1, (user + system) / 1000 + workMillis);
  };

  // Whatever becomes of a reply that cannot be sent: then nobody is there any more.
  const say = (message: unknown): void => void self.send?.(message, undefined, undefined, () => undefined);

  self.on('message', (request: Request) => {
    allow(request.workMillis);
    setBusy(1);
    void unlessStuck(answer(request))
      .catch((): Reply => ({}))
      .then((reply) => {
        setBusy(0);
        say(reply);
      });
  });
  self.on('disconnect', () => self.exit());
  // What a terminal or a container sends to every process is the parent's to obey: it may want to answer first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) self.on(signal, () => undefined);
  say('ready');
};
