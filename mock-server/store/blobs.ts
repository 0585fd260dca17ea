/** Bytes too large for events: uploads and results, as files of one folder, under names that we make. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names are ours, never a client's; this holds even if one slips through. */
const safeName = /^[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,5})?$/;

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

export type BlobStoreOptions = {
  /** For all blobs together: what is full is full, and nothing is thrown out for something new. */
  readonly quotaBytes?: number;
  /** Where what is not finished is written: of each process its own, where several share the folder. */
  readonly partialName?: string;
};

/** What folders of unfinished blobs begin with. */
export const partialPrefix = 'partial';

export const defaults = { quotaBytes: 5_000_000_000, partialName: partialPrefix } as const satisfies BlobStoreOptions;

export class BlobStore {
  readonly #folder: string;
  readonly #quotaBytes: number;
  /** For what is written and never finished: the next start clears it away. */
  readonly partialFolder: string;
  /** Bytes held by each blob, finished or not. */
  readonly #charged = new Map<string, number>();
  #usedBytes = 0;

  private constructor(folder: string, { quotaBytes, partialName }: Required<BlobStoreOptions>) {
    this.#folder = folder;
    this.#quotaBytes = quotaBytes;
    this.partialFolder = join(folder, partialName);
  }

  /** Opens a folder, which only its owner may enter, and clears away what was never finished. */
  static async open(folder: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const store = new BlobStore(folder, { ...defaults, ...options });
    await rm(store.partialFolder, { recursive: true, force: true });
    await mkdir(store.partialFolder, { mode: 0o700 });
    for (const name of await store.#names()) store.charge(name, (await store.size(name)) ?? 0);
    return store;
  }

  /** Where a finished blob is. */
  path(name: string): string {
    return join(this.#folder, checked(name));
  }

  /** Where a blob is written until it is complete. */
  partialPath(name: string): string {
    return join(this.partialFolder, checked(name));
  }

  /** Begins a blob. It must be new: nothing is overwritten and no link is followed. */
  async create(name: string): Promise<FileHandle> {
    const made = (): Promise<FileHandle> =>
      open(this.partialPath(name), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
    return made().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      // Another process that shares the folder took this one for dead, and cleared its part away.
      await mkdir(this.partialFolder, { recursive: true, mode: 0o700 });
      return made();
    });
  }

  /** Counts bytes that a blob is about to take. False once there is no room for them. */
  charge(name: string, bytes: number): boolean {
    this.#charged.set(name, (this.#charged.get(name) ?? 0) + bytes);
    this.#usedBytes += bytes;
    return this.#usedBytes <= this.#quotaBytes;
  }

  /** Makes a written blob a finished one, in one step. If the process is killed before an event tells of it, the next start removes it. */
  finish(name: string): Promise<void> {
    return rename(this.partialPath(name), this.path(name));
  }

  /** Forgets a blob that will not be finished. */
  async discard(name: string): Promise<void> {
    await rm(this.partialPath(name), { force: true });
    this.#uncharge(name);
  }

  async delete(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
    this.#uncharge(name);
  }

  /** Deletes every finished blob. */
  clear(): Promise<void> {
    return this.keepOnly(new Set());
  }

  /** Deletes every finished blob but these. */
  async keepOnly(kept: ReadonlySet<string>): Promise<void> {
    for (const name of await this.#names()) if (!kept.has(name)) await this.delete(name);
  }

  /** Its size in bytes, or undefined if there is none of that name. */
  async size(name: string): Promise<number | undefined> {
    return lstat(this.path(name)).then(
      (found) => (found.isFile() ? found.size : undefined),
      () => undefined,
    );
  }

  /** Opens a finished blob, unless something else has been put in its place. */
  openToRead(name: string): Promise<FileHandle> {
    return open(this.path(name), O_RDONLY | O_NOFOLLOW);
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  #uncharge(name: string): void {
    this.#usedBytes -= this.#charged.get(name) ?? 0;
    this.#charged.delete(name);
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => !name.startsWith(partialPrefix) && safeName.test(name));
  }
}

const checked = (name: string): string => {
  if (!safeName.test(name)) throw new Error(`not a name of a blob: ${JSON.stringify(name)}`);
  return name;
};
