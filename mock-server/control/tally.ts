/** How often something was done for each, counted at once: calls at the same time count each other, and never get the same number. */

export class Tally {
  readonly #counts = new Map<string, number>();

  /** Which time this is, from 1. @param before how often it was done that is known otherwise: before a restart, or by another process */
  next(id: string, before = 0): number {
    const count = Math.max(this.#counts.get(id) ?? 0, before) + 1;
    this.#counts.set(id, count);
    return count;
  }

  clear(): void {
    this.#counts.clear();
  }
}
