/** Accounts whose work has failed: each is tried again after a while, and after a longer one each time it fails. The others do not wait for it. */

export type SetbackOptions = {
  /** Puts it among what is due again. */
  readonly retry: (accountId: string) => void;
  /** Told of a failure, but not of the same one again while any account still fails: all of them fail alike where the store is broken. */
  readonly onFailure: (error: unknown) => void;
};

export class Setbacks {
  readonly #options: SetbackOptions;
  readonly #failing = new Map<string, Setback>();
  readonly #told = new Set<string>();

  constructor(options: SetbackOptions) {
    this.#options = options;
  }

  add(accountId: string, error: unknown): void {
    const failures = (this.#failing.get(accountId)?.failures ?? 0) + 1;
    this.#stopWaiting(accountId);
    const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs);
    const timer = setTimeout(() => this.#retry(accountId), waitMs);
    this.#failing.set(accountId, { failures, waiting: timer });
    const message = String(error);
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#options.onFailure(error);
  }

  /** It goes on. */
  over(accountId: string): void {
    if (!this.#failing.has(accountId)) return;
    this.#stopWaiting(accountId);
    this.#failing.delete(accountId);
    if (this.#failing.size === 0) this.#told.clear();
  }

  /** Does not wait any longer. @param apartFrom those that wait all the same */
  retryAll(apartFrom: ReadonlySet<string> = new Set()): void {
    for (const accountId of this.#failing.keys()) if (!apartFrom.has(accountId)) this.#retry(accountId);
  }

  clear(): void {
    for (const { waiting } of this.#failing.values()) clearTimeout(waiting);
    this.#failing.clear();
    this.#told.clear();
  }

  #retry(accountId: string): void {
    if (this.#failing.get(accountId)?.waiting === undefined) return;
    this.#stopWaiting(accountId);
    this.#options.retry(accountId);
  }

  #stopWaiting(accountId: string): void {
    const setback = this.#failing.get(accountId);
    clearTimeout(setback?.waiting);
    if (setback !== undefined) setback.waiting = undefined;
  }
}

type Setback = {
  /** In a row. */
  readonly failures: number;
  /** Undefined while it is among what is due. */
  waiting: NodeJS.Timeout | undefined;
};

/** Real milliseconds: a store that is broken now may soon be well. */
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
