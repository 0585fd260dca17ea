/**
 * Takes sound off the browser's audio thread: as one channel, at the rate that the service asks for, in chunks of so many samples, each
 * int16 little-endian. It runs in an audio worklet, apart from the page.
 */

/** What an audio worklet has in its scope; the types of browsers do not tell. */
declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

type Asked = { readonly processorOptions: { readonly rate: number; readonly chunkFrames: number } };

class Capture extends AudioWorkletProcessor {
  readonly #step: number;
  readonly #chunkFrames: number;
  #chunk: DataView;
  #filled = 0;
  /** Where the next sample is taken, in samples of the input; below 0 it lies between the last of before and the first of now. */
  #at = 0;
  #last = 0;

  constructor({ processorOptions: { rate, chunkFrames } }: Asked) {
    super();
    this.#step = sampleRate / rate;
    this.#chunkFrames = chunkFrames;
    this.#chunk = new DataView(new ArrayBuffer(2 * chunkFrames));
  }

  /** Called for every 128 samples or so. */
  process([input = []]: readonly (readonly Float32Array[])[]): boolean {
    const [channel] = input;
    // Without a source there is no channel: silence, so that what is sent keeps its pace.
    const length = channel?.length ?? 128;
    const sampleAt = (index: number): number => (index < 0 ? this.#last : (channel?.[index] ?? 0));
    while (this.#at < length - 1) {
      const before = Math.floor(this.#at);
      const part = this.#at - before;
      this.#put(sampleAt(before) * (1 - part) + sampleAt(before + 1) * part);
      this.#at += this.#step;
    }
    this.#last = sampleAt(length - 1);
    this.#at -= length;
    return true;
  }

  #put(sample: number): void {
    this.#chunk.setInt16(2 * this.#filled, Math.max(-1, Math.min(1, sample)) * 32_767, true);
    if (++this.#filled < this.#chunkFrames) return;
    const { buffer } = this.#chunk;
    this.port.postMessage(buffer, [buffer as ArrayBuffer]);
    this.#chunk = new DataView(new ArrayBuffer(2 * this.#chunkFrames));
    this.#filled = 0;
  }
}

registerProcessor('capture', Capture);
