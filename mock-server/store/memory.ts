/** The event store that lives and dies with the process. */
import { type EventStore, type Stored, VersionConflict } from './store.ts';

export class MemoryStore<E> implements EventStore<E> {
  // Nothing is kept for an event but the event and three numbers: there are millions of them.
  readonly #streams = new Map<string, Stream<E>>();
  readonly #order: { readonly streams: Stream<E>[]; readonly versions: number[] } = { streams: [], versions: [] };
  #waiting: (() => void)[] = [];

  // Not `async`, so that a conflict is the only thing that costs a rejected promise.
  append(name: string, expectedVersion: number, events: readonly E[]): Promise<void> {
    let stream = this.#streams.get(name);
    const version = stream?.events.length ?? 0;
    if (version !== expectedVersion) return Promise.reject(new VersionConflict(name, expectedVersion, version));
    if (stream === undefined) this.#streams.set(name, (stream = { name, events: [], positions: [] }));
    for (const event of events) {
      stream.events.push(event);
      this.#order.streams.push(stream);
      stream.positions.push(this.#order.versions.push(stream.events.length));
    }
    for (const wake of this.#waiting.splice(0)) wake();
    return done;
  }

  async *read(name: string, fromVersion = 1): AsyncIterable<Stored<E>> {
    const stream = this.#streams.get(name);
    // What is there now: what is added while it is read is not part of it.
    if (stream === undefined) return;
    const last = stream.events.length;
    for (let version = fromVersion; version <= last; version++) yield storedIn(stream, version);
  }

  async *follow(afterPosition: number, signal: AbortSignal): AsyncIterable<Stored<E>> {
    let position = afterPosition;
    while (!signal.aborted) {
      const stream = this.#order.streams[position];
      const version = this.#order.versions[position];
      if (stream === undefined || version === undefined) await this.#more(signal);
      else {
        position++;
        yield storedIn(stream, version);
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

/** Events of a stream in order, and the position of each among all. */
type Stream<E> = { readonly name: string; readonly events: E[]; readonly positions: number[] };

const storedIn = <E>({ name, events, positions }: Stream<E>, version: number): Stored<E> => ({
  stream: name,
  version,
  position: positions[version - 1] ?? 0,
  event: events[version - 1] as E,
});

const done = Promise.resolve();
