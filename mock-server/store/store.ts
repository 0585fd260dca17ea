/** The event store: three methods. Events are the only writes; everything else is folded from them. */

/** One event of one stream, with its place in the stream (from 1) and among all (from 1, in order of commit). */
export type Stored<E> = {
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly event: E;
};

export interface EventStore<E> {
  /**
   * Adds events to a stream whose last version is `expectedVersion` (0 for a new one).
   * All are added or none. Throws `VersionConflict` when the stream has gone on: read it again and decide anew.
   */
  append(stream: string, expectedVersion: number, events: readonly E[]): Promise<void>;
  /** The events of a stream from a version on. */
  read(stream: string, fromVersion?: number): AsyncIterable<Stored<E>>;
  /**
   * The events of all streams in order of commit, from after a position; waits for more until the signal ends it. Without one it ends
   * when it has given all that there is.
   */
  follow(afterPosition: number, signal?: AbortSignal): AsyncIterable<Stored<E>>;
}

export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
  constructor(stream: string, expected: number, actual: number | 'another version') {
    super(`stream ${stream} is at ${typeof actual === 'number' ? `version ${actual}` : actual}, not ${expected}`);
  }
}

/** What was read from, or was to be appended to, is not there any more: a reset or a snapshot has put another world in its place. */
export class WorldReplaced extends Error {
  override readonly name = 'WorldReplaced';
  constructor() {
    super('another world has taken the place of this one meanwhile: nothing of this was stored, ask again');
  }
}
