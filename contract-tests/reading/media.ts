/** What a file is by its bytes, and how much sound is in it. */

/** Undefined for what is none of the three. */
export const mediaKindOf = (bytes: Uint8Array): 'image' | 'audio' | 'video' | undefined => {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (
    /^(\x89PNG|\xff\xd8\xff|GIF8|BM)/.test(text) ||
    /^RIFF....WEBP/s.test(text) ||
    /^....ftyp(avif|heic|mif1)/s.test(text)
  )
    return 'image';
  if (/^(RIFF....WAVE|fLaC|OggS|ID3|FORM....AIFF)/s.test(text) || /^\xff[\xe0-\xff]/.test(text)) return 'audio';
  if (/^....ftypM4A/s.test(text)) return 'audio';
  if (/^....(ftyp|moov|mdat|free|wide)/s.test(text) || text.startsWith('\x1aE\xdf\xa3')) return 'video';
  return undefined;
};

export type Sound = {
  readonly seconds: number;
  /** Of its packets. */
  readonly bytes: number;
};

/** The soundtrack; undefined if there is none, or if the file cannot be read. */
export const soundOf = async (bytes: Uint8Array): Promise<Sound | undefined> => {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny');
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(Uint8Array.from(bytes)) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return undefined;
    let size = 0;
    for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
      size += packet.byteLength;
    return { seconds: await track.computeDuration(), bytes: size };
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
};

/** How long a clip plays; undefined where that cannot be read. */
export const playingSeconds = async (bytes: Uint8Array): Promise<number | undefined> => {
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny');
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(Uint8Array.from(bytes)) });
  try {
    return await input.computeDuration();
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
};
