/** The lines of the journal that the page has seen, oldest first: more of them than the mock keeps, and never copied. */
import { signal } from '@preact/signals';
import type { JournalNews } from '../../../spec/schemas/feed.ts';

const most = 200_000;

export class JournalRows {
  /** Counts up when there is something new. */
  readonly version = signal(0);
  /** Changes when lines that were there are gone: whoever has looked through them begins anew. */
  epoch = 0;
  #rows: JournalNews[] = [];
  #isChanged = false;

  /** To be read after `version`, and not to be kept. */
  get rows(): readonly JournalNews[] {
    return this.#rows;
  }

  put(rows: readonly JournalNews[]): void {
    if (rows.length === 0) return;
    for (const row of rows) this.#rows.push(row);
    this.#isChanged = true;
    if (this.#rows.length <= most) return;
    this.#rows = this.#rows.slice(most / 10);
    this.epoch++;
  }

  clear(): void {
    this.#rows = [];
    this.epoch++;
    this.#isChanged = true;
  }

  publish(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.version.value++;
  }
}

/** The lines that fit a question, newest last. Only what is new is looked through, as long as the question stays the same. */
export class FilteredRows {
  #fits: (row: JournalNews) => boolean = () => true;
  #found: JournalNews[] = [];
  #seen = 0;
  #epoch = -1;

  /** @param fits the same function as long as the question is the same */
  of(all: JournalRows, fits: (row: JournalNews) => boolean): readonly JournalNews[] {
    if (fits !== this.#fits || all.epoch !== this.#epoch) {
      this.#fits = fits;
      this.#epoch = all.epoch;
      this.#found = [];
      this.#seen = 0;
    }
    const { rows } = all;
    for (; this.#seen < rows.length; this.#seen++) {
      const row = rows[this.#seen];
      if (row !== undefined && fits(row)) this.#found.push(row);
    }
    return this.#found;
  }
}
