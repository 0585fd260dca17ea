/** The event store that lives and dies with the process. */
import { type EventStore, type Stored, VersionConflict } from './store.ts';
import { Waiting } from './waiting.ts';

export class MemoryStore<E> implements EventStore<E> {
  // Nothing is kept for an event but the event and three numbers: there are millions of them.
  readonly #streams = new Map<string, Stream<E>>();
  readonly #order: { readonly streams: Stream<E>[]; readonly versions: number[] } = { streams: [], versions: [] };
  readonly #waiting = new Waiting();

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
    this.#waiting.wake();
    return done;
  }

  async *read(name: string, fromVersion = 1): AsyncIterable<Stored<E>> {
    const stream = this.#streams.get(name);
    // What is there now: what is added while it is read is not part of it.
    if (stream === undefined) return;
    const last = stream.events.length;
    for (let version = fromVersion; version <= last; version++) yield storedIn(stream, version);
  }

  async *follow(afterPosition: number, signal?: AbortSignal): AsyncIterable<Stored<E>> {
    const isEnded = (): boolean => signal?.aborted === true;
    let position = afterPosition;
    while (!isEnded()) {
      const stream = this.#order.streams[position];
      const version = this.#order.versions[position];
      if (stream === undefined || version === undefined) {
        if (signal === undefined) return;
        await this.#waiting.more(signal);
      } else {
        position++;
        yield storedIn(stream, version);
      }
    }
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
