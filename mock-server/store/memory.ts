/** The event store that lives and dies with the process. */
import { type EventStore, type Stored, VersionConflict } from './store.ts';

export class MemoryStore<E> implements EventStore<E> {
  readonly #all: Stored<E>[] = [];
  readonly #streams = new Map<string, Stored<E>[]>();
  #waiting: (() => void)[] = [];

  // Not `async`, so that a conflict is the only thing that costs a rejected promise.
  append(stream: string, expectedVersion: number, events: readonly E[]): Promise<void> {
    let entries = this.#streams.get(stream);
    const version = entries?.length ?? 0;
    if (version !== expectedVersion) return Promise.reject(new VersionConflict(stream, expectedVersion, version));
    if (entries === undefined) this.#streams.set(stream, (entries = []));
    for (const event of events) {
      const stored = { stream, version: entries.length + 1, position: this.#all.length + 1, event };
      entries.push(stored);
      this.#all.push(stored);
    }
    for (const wake of this.#waiting.splice(0)) wake();
    return done;
  }

  async *read(stream: string, fromVersion = 1): AsyncIterable<Stored<E>> {
    yield* (this.#streams.get(stream) ?? []).slice(fromVersion - 1);
  }

  async *follow(afterPosition: number, signal: AbortSignal): AsyncIterable<Stored<E>> {
    let position = afterPosition;
    while (!signal.aborted) {
      const next = this.#all[position];
      if (next === undefined) await this.#more(signal);
      else {
        position++;
        yield next;
      }
    }
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
      this.#waiting.push(wake);
    });
  }
}

const done = Promise.resolve();
