/** The uploads of a snapshot, put beside those that are there: none of the old is touched, so that all of it can be undone. */
import type { FileHandle } from 'node:fs/promises';
import type { BlobStore } from './blobs.ts';
import { WrongSnapshot } from './wrong-snapshot.ts';

/** A piece of an upload, as a line of a snapshot has it. */
export type BlobLine = { readonly blob: string; readonly data: string };

export type RestoredBlobs = {
  readonly names: ReadonlySet<string>;
  /** Leaves none of them but those that were there before. */
  readonly undo: () => Promise<void>;
};

/** Throws `WrongSnapshot` if the store has no room for them, and what the disk throws; then none of them is left. */
export const restoreBlobs = async (lines: AsyncIterable<BlobLine>, store: BlobStore): Promise<RestoredBlobs> => {
  const names = new Set<string>();
  const written = new Map<string, number>();
  const finished: string[] = [];
  const undo = async (): Promise<void> => {
    for (const name of written.keys()) await store.discard(name);
    await store.deleteAll(finished);
  };
  let current: { readonly name: string; readonly sink: Sink } | undefined;
  let bytesOfAll = 0;
  try {
    for await (const { blob, data } of lines) {
      if (current?.name !== blob) {
        await current?.sink.end();
        names.add(blob);
        if ((await store.size(blob)) !== undefined) current = { name: blob, sink: await comparing(store, blob) };
        else {
          written.set(blob, 0);
          current = { name: blob, sink: await writing(store, blob) };
        }
      }
      const bytes = Buffer.from(data, 'base64');
      if (!store.fits((bytesOfAll += bytes.length))) throw new WrongSnapshot('there is no room for its uploads');
      await current.sink.take(bytes);
      if (written.has(blob)) written.set(blob, (written.get(blob) ?? 0) + bytes.length);
    }
    const last = current;
    current = undefined;
    await last?.sink.end();
    for (const [name, bytes] of written) {
      await store.finish(name);
      store.charge(name, bytes);
      finished.push(name);
    }
    return { names, undo };
  } catch (error) {
    await current?.sink.close();
    await undo();
    throw error;
  }
};

type Sink = {
  readonly take: (bytes: Buffer) => Promise<void>;
  /** It has come whole. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const writing = async (store: BlobStore, name: string): Promise<Sink> => {
  const handle = await store.create(name);
  const close = (): Promise<void> => handle.close();
  return { take: (bytes) => handle.writeFile(bytes), end: close, close };
};

/** One of that name is there already, as after a snapshot was loaded twice: it is not overwritten. */
const comparing = async (store: BlobStore, name: string): Promise<Sink> => {
  const handle = await store.openToRead(name);
  const close = (): Promise<void> => handle.close();
  const differs = (): WrongSnapshot => new WrongSnapshot(`its upload ${name} is not the one of that name here`);
  return {
    take: async (bytes) => {
      if (!(await readExactly(handle, bytes.length)).equals(bytes)) throw differs();
    },
    end: async () => {
      const rest = await readExactly(handle, 1);
      await close();
      if (rest.length > 0) throw differs();
    },
    close,
  };
};

/** Or as many bytes as there are left. */
const readExactly = async (handle: FileHandle, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, null);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
};
