/** Where the sound of a voice session comes from: the microphone, or a tone for whoever has none or will not give it. */

export type SourceKind = 'microphone' | 'tone';

export type SoundSource = { readonly node: AudioNode; readonly end: () => void };

/** Throws with a sentence that says what to do where there is no microphone to be had. */
export const openSource = (context: AudioContext, kind: SourceKind): Promise<SoundSource> =>
  kind === 'tone' ? Promise.resolve(tone(context)) : microphone(context);

const microphone = async (context: AudioContext): Promise<SoundSource> => {
  // Missing where the page came over plain http from another machine.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined)
    throw new Error(`Browsers give a microphone to https and to this machine alone. ${instead}`);
  try {
    const stream = await devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
    return {
      node: context.createMediaStreamSource(stream),
      end: () => {
        for (const track of stream.getTracks()) track.stop();
      },
    };
  } catch (error) {
    const why = error instanceof DOMException ? error.name : String(error);
    throw new Error(`There is no microphone (${why}). ${instead}`, { cause: error });
  }
};

const instead = 'Choose the tone instead.';

/** A hum that swells and falls, so that a wave form shows that it lives. */
const tone = (context: AudioContext): SoundSource => {
  const hum = new OscillatorNode(context, { type: 'sawtooth', frequency: 150 });
  const loudness = new GainNode(context, { gain: 0.25 });
  const swell = new OscillatorNode(context, { frequency: 1.5 });
  const depth = new GainNode(context, { gain: 0.2 });
  swell.connect(depth).connect(loudness.gain);
  hum.connect(loudness);
  hum.start();
  swell.start();
  return {
    node: loudness,
    end: () => {
      hum.stop();
      swell.stop();
    },
  };
};
