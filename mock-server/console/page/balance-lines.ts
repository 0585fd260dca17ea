/** The balance of accounts over time: a line each, of those that were heard of last, with about as many points as a screen has dots. */

export type BalancePoint = readonly [seconds: number, usd: number];

export class BalanceLines {
  readonly #most: number;
  readonly #lines = new Map<string, BalancePoint[]>();

  /** @param most accounts that have a line: the one that was not heard of for longest goes */
  constructor(most = 300) {
    this.#most = most;
  }

  /** Oldest first; undefined where nothing was told, or where it was too long ago. */
  get(accountId: string): readonly BalancePoint[] | undefined {
    return this.#lines.get(accountId);
  }

  /** @param at milliseconds since 1970 */
  add(accountId: string, at: number, usd: number): void {
    const line = this.#lines.get(accountId) ?? [];
    line.push([at / 1_000, usd]);
    this.#lines.delete(accountId);
    this.#lines.set(accountId, line.length > pointsMost ? thinned(line) : line);
    if (this.#lines.size <= this.#most) return;
    for (const longest of this.#lines.keys()) {
      this.#lines.delete(longest);
      return;
    }
  }

  clear(): void {
    this.#lines.clear();
  }
}

const pointsMost = 4_000;

/** Every second one goes, but for the latest. */
const thinned = (line: readonly BalancePoint[]): BalancePoint[] =>
  line.filter((_, index) => index % 2 === 0 || index > pointsMost - 100);
