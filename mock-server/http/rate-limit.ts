/** How fast a caller may send: so many requests in a minute of the mock's clock. Kept in memory, never an event. */
import type { GapChoices } from '../../spec/gaps.ts';

/** `subject` is whose requests are counted together: a key or an account (gap `rate-limit-window`). */
export type RateLimiter = {
  /** Counts a request if it is within the limit; else says in how many milliseconds one will be. */
  readonly admit: (subject: string, limit: number | 'off', now: number) => { readonly waitMs: number } | undefined;
  /** How many more requests there is room for, and in how many milliseconds there is room for another one again. */
  readonly room: (
    subject: string,
    limit: number,
    now: number,
  ) => { readonly requests: number; readonly resetMs: number };
  /** Forgets a key that has been revoked. */
  readonly forget: (subject: string) => void;
  readonly clear: () => void;
};

const windowMs = 60_000;

export const createRateLimiter = (choices: GapChoices): RateLimiter => {
  switch (choices['rate-limit-window']) {
    case 'key-sliding':
    case 'account-sliding':
      return new SlidingMinute(choices['rate-limit-refused'] === 'counted');
    case 'key-fixed':
    case 'account-fixed':
      return new FixedMinute();
    default:
      return choices['rate-limit-window'] satisfies never;
  }
};

/** The last 60 seconds, whatever the clock says. */
class SlidingMinute implements RateLimiter {
  readonly #countsRefused: boolean;
  /** Times of the requests in the window, the first still counted at `oldest`. */
  readonly #windows = new Map<string, { readonly times: number[]; oldest: number }>();

  constructor(countsRefused: boolean) {
    this.#countsRefused = countsRefused;
  }

  admit(subject: string, limit: number | 'off', now: number): { readonly waitMs: number } | undefined {
    if (limit === 'off') return undefined;
    const window = this.#windowOf(subject, now);
    const isFull = window.times.length - window.oldest >= limit;
    if (isFull && this.#countsRefused) {
      // Only the newest matter: as many as may be.
      window.times.push(now);
      window.oldest++;
    }
    const oldest = window.times[window.oldest];
    if (isFull) return { waitMs: oldest === undefined ? windowMs : oldest + windowMs - now };
    if (window.oldest > 1_024) {
      window.times.splice(0, window.oldest);
      window.oldest = 0;
    }
    window.times.push(now);
    return undefined;
  }

  room(subject: string, limit: number, now: number): { readonly requests: number; readonly resetMs: number } {
    const { times, oldest } = this.#windowOf(subject, now);
    const first = times[oldest];
    return {
      requests: Math.max(0, limit - (times.length - oldest)),
      resetMs: first === undefined ? 0 : first + windowMs - now,
    };
  }

  forget(subject: string): void {
    this.#windows.delete(subject);
  }

  clear(): void {
    this.#windows.clear();
  }

  #windowOf(subject: string, now: number): { readonly times: number[]; oldest: number } {
    let window = this.#windows.get(subject);
    if (window === undefined) this.#windows.set(subject, (window = { times: [], oldest: 0 }));
    while (window.oldest < window.times.length && (window.times[window.oldest] ?? 0) <= now - windowMs) window.oldest++;
    return window;
  }
}

/** Each minute of the clock by itself: requests that were refused in one make no difference to the next. */
class FixedMinute implements RateLimiter {
  readonly #windows = new Map<string, { readonly minute: number; counted: number }>();

  admit(subject: string, limit: number | 'off', now: number): { readonly waitMs: number } | undefined {
    if (limit === 'off') return undefined;
    const window = this.#windowOf(subject, now);
    if (window.counted >= limit) return { waitMs: restOfMinute(now) };
    window.counted++;
    return undefined;
  }

  room(subject: string, limit: number, now: number): { readonly requests: number; readonly resetMs: number } {
    return { requests: Math.max(0, limit - this.#windowOf(subject, now).counted), resetMs: restOfMinute(now) };
  }

  forget(subject: string): void {
    this.#windows.delete(subject);
  }

  clear(): void {
    this.#windows.clear();
  }

  #windowOf(subject: string, now: number): { readonly minute: number; counted: number } {
    const minute = Math.floor(now / windowMs);
    let window = this.#windows.get(subject);
    if (window?.minute !== minute) this.#windows.set(subject, (window = { minute, counted: 0 }));
    return window;
  }
}

const restOfMinute = (now: number): number => windowMs - (now % windowMs);
