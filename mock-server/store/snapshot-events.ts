/** The events of a snapshot, on their way into a store. */
import type { SnapshotFile } from './snapshot.ts';
import type { EventStore, Stored } from './store.ts';

/** Puts them into an empty store, in their order. Throws what the store throws, and then some may be in it. */
export const appendSnapshot = async <E>(snapshot: SnapshotFile, store: EventStore<E>): Promise<void> => {
  let failure: { readonly error: unknown } | undefined;
  let batch: Promise<void>[] = [];
  for await (const { stream, version, event } of eventsOf<E>(snapshot).follow(0)) {
    // Handled from the first moment on: one may fail long before the batch is full.
    batch.push(store.append(stream, version - 1, [event]).catch((error: unknown) => void (failure ??= { error })));
    if (batch.length < batchLength) continue;
    await Promise.all(batch);
    if (failure !== undefined) break;
    batch = [];
  }
  await Promise.all(batch);
  if (failure !== undefined) throw failure.error;
};

/** As a store that holds them; what is appended is lost. */
export const eventsOf = <E>(snapshot: SnapshotFile): EventStore<E> => ({
  append: async () => undefined,
  read: async function* () {
    // Nothing is read again.
  },
  follow: async function* () {
    const versions = new Map<string, number>();
    let position = 0;
    for await (const { stream, event } of snapshot.events()) {
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      yield { stream, version, position: ++position, event: event as E } satisfies Stored<E>;
    }
  },
});

/** How many are on their way to the store at a time. */
const batchLength = 1_000;
