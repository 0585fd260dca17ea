/** The newest things of a kind by id, as a signal: jobs, sessions, deliveries, accounts. */
import { computed, signal } from '@preact/signals';

export class News<Thing extends object> {
  readonly #most: number;
  readonly #all = new Map<string, Thing>();
  readonly #version = signal(0);
  #isChanged = false;

  /** @param most of these are kept: the oldest go */
  constructor(most: number) {
    this.#most = most;
  }

  /** All, in the order in which they came to be. */
  readonly list = computed<readonly Thing[]>(() => {
    void this.#version.value;
    return [...this.#all.values()];
  });

  /** Undefined where there is none, or where it is too old to be known. To be read in a view: that is drawn anew when something changes. */
  get(id: string): Thing | undefined {
    void this.#version.value;
    return this.#all.get(id);
  }

  put(things: readonly (Thing & { readonly id?: string })[]): void {
    for (const thing of things) {
      // One that is known keeps its place.
      this.#all.set(thing.id ?? '', thing);
      this.#isChanged = true;
    }
    while (this.#all.size > this.#most) {
      for (const oldest of this.#all.keys()) {
        this.#all.delete(oldest);
        break;
      }
    }
  }

  clear(): void {
    this.#all.clear();
    this.#isChanged = true;
  }

  /** Tells whoever looks. */
  publish(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#version.value++;
  }
}
