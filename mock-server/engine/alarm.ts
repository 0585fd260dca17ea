/** One timer, for the next instant of the mock's clock at which something is due; nothing polls. */
import type { Clock } from './clock.ts';

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;

  /** @param ring what is done at the instant, or before it where a timer holds no longer */
  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /**
   * In place of the instant that it was set to. On a clock that stands still before it, it does not ring.
   * @param at milliseconds of the mock's clock; undefined for none
   */
  set(at: number | undefined): void {
    if (this.#timer !== undefined && this.#timer.at === at) return;
    this.clear();
    const wait = at === undefined ? undefined : this.#clock.realMsUntil(at);
    if (at === undefined || wait === undefined) return;
    const handle = setTimeout(
      () => {
        this.#timer = undefined;
        this.#ring();
      },
      Math.min(wait, longestTimerMs),
    );
    this.#timer = { at, handle };
  }

  clear(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer.handle);
    this.#timer = undefined;
  }
}

/** Timers of Node hold no longer than this; a later instant is armed for again. */
const longestTimerMs = 2 ** 31 - 1;
