/** A line through any number of points, kept by few of them: when there are too many, every second one goes. */

export class Thinned {
  readonly #most: number;
  #kept: (readonly [at: number, value: number])[] = [];
  #step = 1;
  #seen = 0;
  #last: readonly [at: number, value: number] | undefined;

  /** @param most how many points are kept, about */
  constructor(most: number) {
    this.#most = most;
  }

  add(at: number, value: number): void {
    this.#last = [at, value];
    if (this.#seen++ % this.#step !== 0) return;
    this.#kept.push(this.#last);
    if (this.#kept.length < this.#most) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#step *= 2;
  }

  /** In the order in which they were added; the last one is always among them. */
  points(): readonly (readonly [at: number, value: number])[] {
    return this.#last === undefined || this.#last === this.#kept.at(-1) ? this.#kept : [...this.#kept, this.#last];
  }
}
