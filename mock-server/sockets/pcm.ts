/**
 * How a profile changes a voice: its pitch is moved in real time, by two taps that wander along the last moments of the sound and are faded
 * into each other; a machine's voice is rung like a bell too. Sample for sample, the same each time, and of fixed cost.
 */

/** What a voice profile does to a voice. */
export type Character = {
  /** By how much the pitch is moved; 0 leaves it. */
  readonly semitones: number;
  /** Frequency of the ring in Hz. */
  readonly ringHz?: number;
};

/** Takes and gives int16 little-endian, as many bytes as it was given: an even number. */
export type Convert = (pcm: Buffer) => Buffer;

export const createConverter = ({ semitones, ringHz }: Character, sampleRate: number): Convert => {
  const shift = semitones === 0 ? unchanged : createShift(2 ** (semitones / 12), sampleRate);
  const ring = ringHz === undefined ? unchanged : createRing(ringHz, sampleRate);
  return (pcm) => {
    const out = Buffer.allocUnsafe(pcm.length);
    for (let at = 0; at + 1 < pcm.length; at += 2) {
      const sample = Math.round(ring(shift(pcm.readInt16LE(at))));
      out.writeInt16LE(sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : sample, at);
    }
    return out;
  };
};

type Step = (sample: number) => number;

const unchanged: Step = (sample) => sample;

/** Each tap falls behind or catches up at the speed that makes the new pitch; where it jumps back it is not heard, the other one is. */
const createShift = (ratio: number, sampleRate: number): Step => {
  const window = Math.round(sampleRate * windowSeconds);
  const size = 2 ** Math.ceil(Math.log2(window + 2));
  const mask = size - 1;
  const heard = new Float32Array(size);
  const pace = (1 - ratio) / window;
  let phase = 0;
  let now = 0;

  const tap = (delay: number): number => {
    const whole = Math.floor(delay);
    const part = delay - whole;
    const later = heard[(now - whole) & mask] ?? 0;
    const earlier = heard[(now - whole - 1) & mask] ?? 0;
    return later + part * (earlier - later);
  };

  return (sample) => {
    now = (now + 1) & mask;
    heard[now] = sample;
    phase += pace;
    phase -= Math.floor(phase);
    const other = phase < 0.5 ? phase + 0.5 : phase - 0.5;
    const loudness = fade[Math.floor(phase * fade.length)] ?? 0;
    return loudness * tap(phase * window) + (1 - loudness) * tap(other * window);
  };
};

const createRing = (hz: number, sampleRate: number): Step => {
  const pace = (2 * Math.PI * hz) / sampleRate;
  let phase = 0;
  return (sample) => {
    phase += pace;
    if (phase > Math.PI) phase -= 2 * Math.PI;
    // As loud as before, on average.
    return sample * Math.SQRT2 * Math.sin(phase);
  };
};

/** Long enough for two periods of a low voice. */
const windowSeconds = 0.04;

/** How loud a tap is along its way: silent at both ends. */
const fade = Float64Array.from({ length: 2_048 }, (_, at) => Math.sin((Math.PI * (at + 0.5)) / 2_048) ** 2);
