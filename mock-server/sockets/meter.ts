/** How loud a stream is, for whoever watches it: the loudest sample each way since he last looked. Where nobody looks, nothing is measured. */
import type { Traffic } from '../store/socket-entry.ts';

export type Levels = { readonly received: Level; readonly sent: Level };

type Level = {
  /** 0 to 1; null where nothing passed, or where messages are no sound. */
  readonly peak: number | null;
  /** Of the connection, from its beginning. */
  readonly messages: number;
  readonly bytes: number;
};

export class Meter {
  readonly #isSound: boolean;
  #received = none;
  #sent = none;
  /** Messages since it was last looked at. */
  #passed = 0;

  /** @param isSound whether binary messages are PCM, int16 little-endian */
  constructor(isSound: boolean) {
    this.#isSound = isSound;
  }

  received(data: Buffer | string): void {
    if (this.#isMeasured()) this.#received = Math.max(this.#received, this.#peakOf(data));
  }

  sent(data: Buffer | string): void {
    if (this.#isMeasured()) this.#sent = Math.max(this.#sent, this.#peakOf(data));
  }

  /** Begins anew. Undefined where nothing has passed since. */
  take(received: Traffic, sent: Traffic): Levels | undefined {
    const isQuiet = this.#passed === 0;
    const levels = { received: levelOf(this.#received, received), sent: levelOf(this.#sent, sent) };
    this.#passed = 0;
    this.#received = none;
    this.#sent = none;
    return isQuiet ? undefined : levels;
  }

  /** Many messages without a look: nobody watches any more. */
  #isMeasured(): boolean {
    return this.#passed++ < messagesMax;
  }

  #peakOf(data: Buffer | string): number {
    if (!this.#isSound || typeof data === 'string') return none;
    let peak = 0;
    // Of a very long message the beginning is enough.
    const end = Math.min(data.length - 1, bytesMax);
    for (let at = 0; at < end; at += 2) {
      const sample = Math.abs(((data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)) << 16) / 2 ** 31;
      if (sample > peak) peak = sample;
    }
    return peak;
  }
}

/** Less than any peak. */
const none = -1;

const messagesMax = 500;
const bytesMax = 2 ** 17;

const levelOf = (peak: number, { frames, bytes }: Traffic): Level => ({
  peak: peak === none ? null : Math.round(peak * 1e3) / 1e3,
  messages: frames,
  bytes,
});
