/**
 * Results that were made lately, by what they follow from. Tests make one mock after the other with the same seed, and all
 * of these make the same pictures and videos: each is made once for all of them. What is asked for least goes first.
 */

export type RecentResultsLimits = {
  /** All together, with what they follow from. */
  readonly bytesMax: number;
  /** Each: a large result is not kept. */
  readonly bytesEachMax: number;
};

export class RecentResults {
  readonly #limits: RecentResultsLimits;
  /** A map keeps the order in which its entries came: whatever is asked for comes again, and so is the last. */
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  #bytes = 0;

  constructor(limits: RecentResultsLimits) {
    this.#limits = limits;
  }

  /** Held for others too: not to be written to. */
  get(spec: string): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#kept.get(spec);
    if (bytes === undefined) return undefined;
    this.#kept.delete(spec);
    this.#kept.set(spec, bytes);
    return bytes;
  }

  keep(spec: string, bytes: Uint8Array): void {
    const size = sizeOf(spec, bytes);
    if (size > this.#limits.bytesEachMax) return;
    this.#forget(spec);
    // A copy: what is given may be part of something larger, which would be held as well.
    this.#kept.set(spec, new Uint8Array(bytes));
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limits.bytesMax) return;
      this.#forget(oldest);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  #forget(spec: string): void {
    const bytes = this.#kept.get(spec);
    if (bytes === undefined) return;
    this.#kept.delete(spec);
    this.#bytes -= sizeOf(spec, bytes);
  }
}

/** A letter may take two bytes. */
const sizeOf = (spec: string, bytes: Uint8Array): number => 2 * spec.length + bytes.length;
