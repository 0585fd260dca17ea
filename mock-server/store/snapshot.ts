/**
 * A world as a text that moves it from one mock to another: a line of JSON about it, one for each event, the bytes of each upload in
 * pieces, and a last one by which a text that was cut short is known.
 */
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { BlobStore } from './blobs.ts';
import { type BlobLine, type RestoredBlobs, restoreBlobs } from './restored-blobs.ts';
import { type Stored, WorldReplaced } from './store.ts';
import { WrongSnapshot } from './wrong-snapshot.ts';

export type SnapshotHead = {
  readonly understudy_snapshot: 1;
  /** The instant on the mock's clock, ISO 8601. */
  readonly now: string;
};

type Line =
  | SnapshotHead
  | { readonly stream: string; readonly event: unknown }
  | BlobLine
  | { readonly end: true; readonly events: number; readonly blobs: number };

/**
 * @param blobs the names of the uploads that the events tell of
 * @param isWhole whether all that was read until the end is of one world. Throws `WorldReplaced` where it is not: then there is no end
 */
export async function* writeSnapshot(
  head: SnapshotHead,
  events: AsyncIterable<Stored<unknown>>,
  blobs: { readonly store: BlobStore; readonly names: readonly string[] },
  isWhole: () => Promise<boolean>,
): AsyncGenerator<string> {
  yield line(head);
  let count = 0;
  for await (const { stream, event } of events) {
    count++;
    yield line({ stream, event });
  }
  for (const name of blobs.names) yield* blobLines(blobs.store, name);
  if (!(await isWhole())) throw new WorldReplaced();
  yield line({ end: true, events: count, blobs: blobs.names.length });
}

async function* blobLines(store: BlobStore, blob: string): AsyncGenerator<string> {
  const handle = await store.openToRead(blob);
  try {
    const piece = Buffer.alloc(pieceBytes);
    for (let any = false; ; any = true) {
      const { bytesRead } = await handle.read(piece, 0, pieceBytes, null);
      // An empty one has its line too.
      if (bytesRead === 0 && any) return;
      yield line({ blob, data: piece.toString('base64', 0, bytesRead) });
      if (bytesRead < pieceBytes) return;
    }
  } finally {
    await handle.close();
  }
}

/** A snapshot that has come whole: it lies in a file until it is closed. */
export type SnapshotFile = {
  readonly head: SnapshotHead;
  /** In the order in which they were committed. */
  readonly events: () => AsyncGenerator<{ readonly stream: string; readonly event: unknown }>;
  /** Puts the uploads into a store, beside those that are there. Throws `WrongSnapshot` if it has no room for them, and leaves none. */
  readonly restoreBlobs: (store: BlobStore) => Promise<RestoredBlobs>;
  readonly close: () => Promise<void>;
};

/**
 * Takes a snapshot in, piece by piece, and looks at every line. Throws `WrongSnapshot`, and then nothing of it is left.
 * @param name of the unfinished blob that it is until it is closed
 */
export const receiveSnapshot = async (body: Readable, store: BlobStore, name: string): Promise<SnapshotFile> => {
  const file = store.partialPath(name);
  try {
    await keep(body, await store.create(name));
    const head = await check(file);
    return {
      head,
      events: async function* () {
        for await (const read of linesOf(file)) if ('stream' in read) yield read;
      },
      restoreBlobs: (store) => restoreBlobs(blobLinesOf(file), store),
      close: () => store.discard(name),
    };
  } catch (error) {
    await store.discard(name);
    throw error;
  }
};

const keep = async (body: Readable, handle: FileHandle): Promise<void> => {
  try {
    let lineBytes = 0;
    for await (const chunk of arriving(body)) {
      const end = chunk.lastIndexOf(newline);
      lineBytes = end === -1 ? lineBytes + chunk.length : chunk.length - end - 1;
      if (lineBytes > lineBytesMax) throw new WrongSnapshot('it has a line that is longer than any of a snapshot');
      await handle.write(chunk);
    }
  } finally {
    await handle.close();
  }
};

/** A connection that breaks leaves a snapshot that is cut short. */
async function* arriving(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    throw new WrongSnapshot('it was cut short: the connection ended before it did', { cause: error });
  }
}

/** That it is whole, and that each line is what it can be. */
const check = async (file: string): Promise<SnapshotHead> => {
  let head: SnapshotHead | undefined;
  let isOver = false;
  let [number, events] = [0, 0];
  const blobs = new Set<string>();
  for await (const read of linesOf(file)) {
    number++;
    if (head === undefined) {
      if (!isHead(read)) throw new WrongSnapshot('line 1 is not the beginning of a snapshot in form 1');
      head = read;
    } else if (isOver) throw new WrongSnapshot(`line ${number} comes after the end`);
    else if ('stream' in read && typeof read.stream === 'string' && isObject(read.event)) events++;
    else if ('blob' in read && blobName.test(read.blob) && typeof read.data === 'string') blobs.add(read.blob);
    else if ('end' in read && read.events === events && read.blobs === blobs.size) isOver = true;
    else throw new WrongSnapshot(`line ${number} is none of a snapshot`);
  }
  if (head === undefined || !isOver) throw new WrongSnapshot('it was cut short: its end is missing');
  return head;
};

async function* blobLinesOf(file: string): AsyncGenerator<BlobLine> {
  for await (const read of linesOf(file)) if ('blob' in read) yield read;
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  const stream = createReadStream(file, { encoding: 'utf8' });
  try {
    let number = 0;
    // A failure to read ends the loop as if the file did: it is told after it.
    for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
      number++;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        throw new WrongSnapshot(`line ${number} is no JSON`);
      }
      if (!isObject(value)) throw new WrongSnapshot(`line ${number} is no object`);
      yield value as Line;
    }
    if (stream.errored) throw stream.errored;
  } finally {
    stream.destroy();
  }
}

const line = (value: Line): string => `${JSON.stringify(value)}\n`;

const isHead = (value: object): value is SnapshotHead =>
  'understudy_snapshot' in value &&
  value.understudy_snapshot === 1 &&
  'now' in value &&
  typeof value.now === 'string' &&
  Date.parse(value.now) >= 0 &&
  Date.parse(value.now) < Date.UTC(9999, 0, 1);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const blobName = /^[A-Za-z0-9_-]{1,80}$/;

const pieceBytes = 48 * 1024;
const lineBytesMax = 4_000_000;
const newline = 10;
