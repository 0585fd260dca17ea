/**
 * What an account has to do later and when: a binary heap with a place for each key, so that a date is set, moved and dropped in O(log n).
 * Dates that are equal come in the order in which they were set.
 */
export class Agenda {
  readonly #heap: Entry[] = [];
  readonly #entries = new Map<string, Entry>();
  #ordinal = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The earliest date. */
  next(): { readonly key: string; readonly at: number } | undefined {
    return this.#heap[0];
  }

  set(key: string, at: number): void {
    this.drop(key);
    const entry = { key, at, ordinal: this.#ordinal++, place: this.#heap.length };
    this.#entries.set(key, entry);
    this.#heap.push(entry);
    this.#rise(entry);
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    const last = this.#heap.pop();
    if (last === undefined || last === entry) return;
    this.#put(entry.place, last);
    this.#rise(last);
    this.#sink(last);
  }

  #rise(entry: Entry): void {
    let { place } = entry;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!earlier(entry, this.#entry(parent))) break;
      this.#put(place, this.#entry(parent));
      place = parent;
    }
    this.#put(place, entry);
  }

  #sink(entry: Entry): void {
    let { place } = entry;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.#heap.length) break;
      const right = left + 1;
      const child = right < this.#heap.length && earlier(this.#entry(right), this.#entry(left)) ? right : left;
      if (!earlier(this.#entry(child), entry)) break;
      this.#put(place, this.#entry(child));
      place = child;
    }
    this.#put(place, entry);
  }

  #put(place: number, entry: Entry): void {
    this.#heap[place] = entry;
    entry.place = place;
  }

  #entry(place: number): Entry {
    const entry = this.#heap[place];
    if (entry === undefined) throw new Error(`agenda has no place ${place}`);
    return entry;
  }
}

/** Each knows where it stands in the heap, so that a move costs no look-up of its key. */
type Entry = { readonly key: string; readonly at: number; readonly ordinal: number; place: number };

const earlier = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.ordinal < b.ordinal);

/** Stands between a delivery's id and what else of it is due: the end of an attempt's time, by its number, or one more attempt. */
export const attemptMark = '/';
export const resendMark = `${attemptMark}resend`;
