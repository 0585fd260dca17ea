/** Who waits for the first attempt of a delivery to end: an answer that is held back until its webhook has been tried. */
import { limits } from '../../spec/limits.ts';

export class FirstAttempts {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Until it has ended; ten real seconds at the most. */
  ended(deliveryId: string): Promise<void> {
    return new Promise((resolve) => {
      // Held back, or of a job that never ends: the one who waits is answered all the same.
      const timer = setTimeout(() => done(), longestWaitMs);
      const done = (): void => {
        clearTimeout(timer);
        this.#forget(deliveryId, done);
        resolve();
      };
      this.#waiting.set(deliveryId, (this.#waiting.get(deliveryId) ?? new Set()).add(done));
    });
  }

  release(deliveryId: string): void {
    for (const done of this.#waiting.get(deliveryId) ?? []) done();
  }

  releaseAll(): void {
    for (const deliveryId of this.#waiting.keys()) this.release(deliveryId);
  }

  /** Deliveries that somebody waits for. */
  get count(): number {
    return this.#waiting.size;
  }

  #forget(deliveryId: string, done: () => void): void {
    const others = this.#waiting.get(deliveryId);
    others?.delete(done);
    if (others?.size === 0) this.#waiting.delete(deliveryId);
  }
}

/** Real milliseconds. */
const longestWaitMs = limits.webhookResponseWaitSeconds * 1000;
