/** How often something was done for each, counted at once: calls at the same time count each other, and never get the same number. */

export class Tally {
  readonly #counts = new Map<string, number>();

  /** Which time this is, from 1. */
  next(id: string): number {
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count;
  }

  clear(): void {
    this.#counts.clear();
  }
}
