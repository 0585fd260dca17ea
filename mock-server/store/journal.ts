/**
 * The journal: a ring of what happened at the mock's borders. It is no event of the domain: nothing is decided by it, and the oldest
 * entries make room. What comes in is kept as it is; entries are built, and freed of secrets, when somebody reads them.
 */
import type { JournalEntry, JournalKind } from '../../spec/schemas/journal.ts';
import { type Redactor, createRedactor } from './redact.ts';

/** What is kept of something that happened. It must not change any more. */
export type Recorded = {
  readonly kind: JournalKind;
  readonly accountId: string | null;
  readonly operation: string | null;
  /** What was answered; null where nothing was. */
  readonly status: number | null;
  /** About how much memory it holds on to, in bytes. */
  readonly size: number;
  readonly entry: (seq: number, redactor: Redactor) => JournalEntry;
};

export type JournalFilter = {
  readonly accountId?: string;
  readonly kind?: JournalKind;
  readonly operation?: string;
  readonly status?: number;
  /** Entries after this number, the oldest of them first to fill the limit; without it the newest entries. */
  readonly since?: number;
  readonly limit: number;
};

/** Oldest first. `next` is what to ask for as `since`, to go on from there. */
export type JournalPage = { readonly entries: JournalEntry[]; readonly next: number };

export type JournalOptions = {
  /** Entries beyond it, and beyond these bytes, push out the oldest. */
  readonly entriesMax?: number;
  readonly bytesMax?: number;
  /** What must never be shown and has no form by which it is known. */
  readonly secrets?: readonly string[];
  readonly reportFailure: (error: unknown) => void;
};

export class Journal {
  readonly #entriesMax: number;
  readonly #bytesMax: number;
  readonly #redactor: Redactor;
  readonly #reportFailure: (error: unknown) => void;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();
  /** The entry of a number stands at the remainder by the length of the ring. */
  #ring: (Recorded | undefined)[] = [];
  #sizes: number[] = [];
  #first = 1;
  #last = 0;
  #bytes = 0;

  constructor({ entriesMax = 10_000, bytesMax = 32 * 2 ** 20, secrets, reportFailure }: JournalOptions) {
    this.#entriesMax = entriesMax;
    this.#bytesMax = bytesMax;
    this.#redactor = createRedactor(secrets);
    this.#reportFailure = reportFailure;
  }

  /** Never throws: what is recorded has happened, whether it can be written down or not. */
  record(item: Recorded): void {
    try {
      const { size } = item;
      if (this.#last - this.#first + 1 === this.#entriesMax) this.#dropFirst();
      const seq = ++this.#last;
      this.#ring[seq % this.#entriesMax] = item;
      this.#sizes[seq % this.#entriesMax] = size;
      this.#bytes += size;
      while (this.#bytes > this.#bytesMax) this.#dropFirst();
      if (this.#listeners.size > 0) this.#tell(item.entry(seq, this.#redactor));
    } catch (error) {
      this.#reportFailure(error);
    }
  }

  /** Takes out of any text what no entry shows. */
  get redactor(): Redactor {
    return this.#redactor;
  }

  /** How many of the oldest entries made room. */
  get forgotten(): number {
    return this.#first - 1;
  }

  list({ since, limit, ...wanted }: JournalFilter): JournalPage {
    const found: number[] = [];
    let next = this.#last;
    if (since === undefined) {
      for (let seq = this.#last; seq >= this.#first && found.length < limit; seq--) {
        if (this.#fits(seq, wanted)) found.push(seq);
      }
      found.reverse();
    } else {
      // A number that is not yet reached is one from before a reset: then everything is new.
      const after = since > this.#last ? 0 : since;
      for (let seq = Math.max(after + 1, this.#first); seq <= this.#last && found.length < limit; seq++) {
        if (this.#fits(seq, wanted)) found.push(seq);
      }
      if (found.length === limit) next = found.at(-1) ?? next;
    }
    return { entries: found.map((seq) => this.#at(seq).entry(seq, this.#redactor)), next };
  }

  /** Told of every entry from now on, at once. @returns ends it */
  follow(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** For a world that is older than the journal: what came before counts as forgotten, as one entry. To be called while it is empty. */
  beginLate(): void {
    this.#first = 2;
    this.#last = 1;
  }

  /** As at the start: numbers begin anew. Followers stay. */
  clear(): void {
    this.#ring = [];
    this.#sizes = [];
    this.#first = 1;
    this.#last = 0;
    this.#bytes = 0;
  }

  #fits(seq: number, { accountId, kind, operation, status }: Omit<JournalFilter, 'since' | 'limit'>): boolean {
    const item = this.#at(seq);
    return (
      (accountId === undefined || accountId === item.accountId) &&
      (kind === undefined || kind === item.kind) &&
      (operation === undefined || operation === item.operation) &&
      (status === undefined || status === item.status)
    );
  }

  #at(seq: number): Recorded {
    const item = this.#ring[seq % this.#entriesMax];
    if (item === undefined) throw new Error(`the journal has lost entry ${seq}`);
    return item;
  }

  #dropFirst(): void {
    const place = this.#first++ % this.#entriesMax;
    this.#bytes -= this.#sizes[place] ?? 0;
    this.#ring[place] = undefined;
  }

  #tell(entry: JournalEntry): void {
    for (const listener of this.#listeners) {
      try {
        listener(entry);
      } catch (error) {
        this.#reportFailure(error);
      }
    }
  }
}
