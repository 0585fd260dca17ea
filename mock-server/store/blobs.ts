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
  /** Whether other processes put blobs into the folder too: all of them have one quota. */
  readonly isShared?: boolean;
};

/** What folders of unfinished blobs begin with. */
export const partialPrefix = 'partial';

/** Of each process its own. */
export const partialNameOf = (process: string): string => `${partialPrefix}-${process}`;

export const defaults = {
  quotaBytes: 5_000_000_000,
  partialName: partialPrefix,
  isShared: false,
} as const satisfies BlobStoreOptions;

export class BlobStore {
  readonly #folder: string;
  readonly #quotaBytes: number;
  readonly #isShared: boolean;
  /** For what is written and never finished: the next start clears it away. */
  readonly partialFolder: string;
  /** What was begun here, and neither finished nor given up. */
  readonly #begun = new Set<string>();
  /** Bytes held by each blob, finished or not. */
  readonly #charged = new Map<string, number>();
  #usedBytes = 0;
  /** Those that lay in the folder when it was counted. */
  #finished: ReadonlySet<string> = new Set();

  private constructor(folder: string, { quotaBytes, partialName, isShared }: Required<BlobStoreOptions>) {
    this.#folder = folder;
    this.#quotaBytes = quotaBytes;
    this.#isShared = isShared;
    this.partialFolder = join(folder, partialName);
  }

  /** Opens a folder, which only its owner may enter, and clears away what was never finished. */
  static async open(folder: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const store = new BlobStore(folder, { ...defaults, ...options });
    await rm(store.partialFolder, { recursive: true, force: true });
    await mkdir(store.partialFolder, { mode: 0o700 });
    await store.#count();
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
    if (this.#isShared) await this.#count();
    this.#begun.add(name);
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
  async finish(name: string): Promise<void> {
    await rename(this.partialPath(name), this.path(name));
    this.#begun.delete(name);
  }

  /** Forgets a blob that will not be finished, or was never begun: most that are refused are, before a byte of them is written. */
  async discard(name: string): Promise<void> {
    if (this.#begun.has(name)) {
      await rm(this.partialPath(name), { force: true });
      // Only now: what could not be removed is tried again by the next who gives it up.
      this.#begun.delete(name);
    }
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
    await this.deleteAll((await this.names()).filter((name) => !kept.has(name)));
  }

  async deleteAll(names: readonly string[]): Promise<void> {
    for (const name of names) await this.delete(name);
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

  /** Whether so many bytes are within the quota by themselves, as those of a world that is to take the place of another. */
  fits(bytes: number): boolean {
    return bytes <= this.#quotaBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Charges what is there and was not charged, and forgets what others have deleted. What they are only writing is not seen. */
  async #count(): Promise<void> {
    const there = await this.names();
    for (const name of there) {
      if (this.#charged.has(name)) continue;
      const bytes = (await this.size(name)) ?? 0;
      if (!this.#charged.has(name)) this.charge(name, bytes);
    }
    const finished = new Set(there);
    for (const name of this.#finished) if (!finished.has(name)) this.#uncharge(name);
    this.#finished = finished;
  }

  #uncharge(name: string): void {
    this.#usedBytes -= this.#charged.get(name) ?? 0;
    this.#charged.delete(name);
  }

  /**
   * Clears away what other processes have begun and not touched since an instant. One that only seems to be gone may be in the middle of an
   * upload or of a snapshot.
   * @param isTaken by the name of their folder
   */
  async clearPartial(isTaken: (partialName: string) => boolean, instant: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const folder = join(this.#folder, name);
      if (!name.startsWith(partialPrefix) || folder === this.partialFolder || isTaken(name)) continue;
      const within = (await readdir(folder).catch(() => [])).map((file) => join(folder, file));
      const touched = await Promise.all([folder, ...within].map(writtenAt));
      if (touched.every((at) => at < instant)) await rm(folder, { recursive: true, force: true });
    }
  }

  /** Finished blobs that were last written to before an instant, by the machine's clock. */
  async notWrittenSince(instant: number): Promise<string[]> {
    const old: string[] = [];
    for (const name of await this.names()) if ((await writtenAt(this.path(name))) < instant) old.push(name);
    return old;
  }

  /** All finished blobs. */
  async names(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => !name.startsWith(partialPrefix) && safeName.test(name));
  }
}

/** What is gone is written to never again: it is no old file. */
const writtenAt = (path: string): Promise<number> =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );

const checked = (name: string): string => {
  if (!safeName.test(name)) throw new Error(`not a name of a blob: ${JSON.stringify(name)}`);
  return name;
};
