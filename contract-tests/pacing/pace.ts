/** One pacing bucket for everything that is sent, with a key or without: never more requests in a minute than the target grants. */
import { type Time, realTime } from '../time.ts';

const windowMs = 60_000;

export class Pace {
  readonly #limit: number | 'off';
  readonly #time: Time;
  readonly #times: number[] = [];

  constructor(limit: number | 'off', time: Time = realTime) {
    this.#limit = limit;
    this.#time = time;
  }

  /** Resolves when a request may go out. */
  async turn(): Promise<void> {
    if (this.#limit === 'off') return;
    for (;;) {
      const now = this.#time.now();
      while (this.#times.length > 0 && (this.#times[0] ?? 0) <= now - windowMs) this.#times.shift();
      if (this.#times.length < this.#limit) return void this.#times.push(now);
      await this.#time.pass(((this.#times[0] ?? now) + windowMs - now + 50) / 1_000);
    }
  }

  /** After a 429 that was not asked for: the window starts anew. */
  async rest(): Promise<void> {
    await this.#time.pass(windowMs / 1_000 + 1);
  }
}
