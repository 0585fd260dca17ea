/** Who waits for the first attempt of a delivery to end: an answer that is held back until its webhook has been tried. */
import { limits } from '../../spec/limits.ts';

export class FirstAttempts {
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Until it has ended; ten real seconds at the most. */
  ended(deliveryId: string): Promise<void> {
    return new Promise((resolve) => {
      // Held back, or of a job that never ends: the one who waits is answered all the same.
      const timer = setTimeout(resolve, longestWaitMs);
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.set(deliveryId, [...(this.#waiting.get(deliveryId) ?? []), done]);
    });
  }

  release(deliveryId: string): void {
    for (const resolve of this.#waiting.get(deliveryId) ?? []) resolve();
    this.#waiting.delete(deliveryId);
  }

  releaseAll(): void {
    for (const deliveryId of this.#waiting.keys()) this.release(deliveryId);
  }
}

/** Real milliseconds. */
const longestWaitMs = limits.webhookResponseWaitSeconds * 1000;
