/** How fast a key may send: a window of 60 s on the mock's clock that slides along (gap `rate-limit-window`). Kept in memory, never an event. */

const windowMs = 60_000;

export class RateLimiter {
  readonly #windows = new Map<string, Window>();

  /** Counts a request if it is within the limit; else says in how many milliseconds one will be. */
  admit(key: string, limit: number | 'off', now: number): { readonly waitMs: number } | undefined {
    if (limit === 'off') return undefined;
    let window = this.#windows.get(key);
    if (window === undefined) this.#windows.set(key, (window = { times: [], oldest: 0 }));
    while (window.oldest < window.times.length && (window.times[window.oldest] ?? 0) <= now - windowMs) window.oldest++;
    const oldest = window.times[window.oldest];
    if (oldest !== undefined && window.times.length - window.oldest >= limit)
      return { waitMs: oldest + windowMs - now };
    if (window.oldest > 1_024) {
      window.times.splice(0, window.oldest);
      window.oldest = 0;
    }
    window.times.push(now);
    return limit > 0 ? undefined : { waitMs: windowMs };
  }

  /** Forgets a key that has been revoked. */
  forget(key: string): void {
    this.#windows.delete(key);
  }

  clear(): void {
    this.#windows.clear();
  }
}

/** Times of the requests in the window, the first still counted at `oldest`. */
type Window = { readonly times: number[]; oldest: number };
