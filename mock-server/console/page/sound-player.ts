/** Plays PCM as it comes, int16 little-endian, one piece right behind the other. */

export class SoundPlayer {
  readonly #context: AudioContext;
  readonly #rate: number;
  readonly #volume: GainNode;
  /** When the next piece begins, by the clock of the sound. */
  #next = 0;
  /** Half of a sample, which the next message goes on with. */
  #half: number | undefined;

  constructor(context: AudioContext, rate: number) {
    this.#context = context;
    this.#rate = rate;
    this.#volume = new GainNode(context);
    this.#volume.connect(context.destination);
  }

  set isHeard(is: boolean) {
    this.#volume.gain.value = is ? 1 : 0;
  }

  play(message: ArrayBuffer): void {
    const samples = this.#samplesIn(message);
    const { currentTime: now } = this.#context;
    // After a long stall all of it comes at once: what would be heard much too late is left out.
    if (samples.length === 0 || this.#next > now + backlogSeconds) return;
    const buffer = this.#context.createBuffer(1, samples.length, this.#rate);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#volume);
    const at = this.#next < now ? now + leadSeconds : this.#next;
    source.start(at);
    this.#next = at + buffer.duration;
  }

  #samplesIn(message: ArrayBuffer): Float32Array<ArrayBuffer> {
    const came = new Uint8Array(message);
    const bytes = this.#half === undefined ? came : Uint8Array.of(this.#half, ...came);
    this.#half = bytes.length % 2 === 1 ? bytes.at(-1) : undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % 2));
    return Float32Array.from({ length: view.byteLength / 2 }, (_, at) => view.getInt16(2 * at, true) / 32_768);
  }
}

/** So that a piece that comes a little late leaves no hole. */
const leadSeconds = 0.1;
const backlogSeconds = 1.5;
