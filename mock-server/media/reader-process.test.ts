/** How readers come and go. No time passes here for the reader's limits, so that nothing ends because it took long. */
import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mediumPath } from '../../fixtures/media.ts';
import { endlessClip, hostileSound } from './hostile.case.ts';
import type { Told } from './reader-process.case.ts';
import { describeMedia, readSound } from './reader-process.ts';

/** The real one. */
const later = setTimeout;

const honest = mediumPath('clip.mp4');
let folder = '';
let endless = '';
let hungry = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-test-'));
  [endless, hungry] = [join(folder, 'endless.webm'), join(folder, 'hungry.mp4')];
  await writeFile(endless, await endlessClip());
  await writeFile(hungry, await hostileSound());
  subscribe('child_process', onReader);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterAll(async () => {
  vi.useRealTimers();
  unsubscribe('child_process', onReader);
  for (const child of [...readers, ...parents]) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** All that were started here. */
const readers: ChildProcess[] = [];
const onReader = (message: unknown): void => void readers.push((message as { process: ChildProcess }).process);

const gone = async (reader: ChildProcess | undefined): Promise<void> => {
  if (reader !== undefined && reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit');
};

test('one reader reads one file after the other', async () => {
  expect(await describeMedia(honest)).toMatchObject({ durationSeconds: 3 });
  expect((await readSound(honest, 1))?.packets.length).toBeGreaterThan(10);
  expect(readers).toHaveLength(1);
});

test('a reader that dies of memory has read nothing, and the next file is read (F54)', async () => {
  expect(await readSound(hungry, 3)).toBeUndefined();
  await gone(readers.at(-1));
  expect(await readSound(honest, 1)).toMatchObject({ codec: 'aac' });
  expect(readers).toHaveLength(2);
});

test('a reader that is killed in the middle has read nothing, and the next file is read', async () => {
  const reading = describeMedia(endless);
  await new Promise(setImmediate);
  readers.at(-1)?.kill('SIGKILL');
  expect(await reading).toBeUndefined();
  expect(await describeMedia(honest)).toMatchObject({ durationSeconds: 3 });
  expect(readers).toHaveLength(3);
});

test('a reader that died unasked is not asked', async () => {
  readers.at(-1)?.kill('SIGKILL');
  await gone(readers.at(-1));
  expect(await describeMedia(honest)).toMatchObject({ durationSeconds: 3 });
  expect(readers).toHaveLength(4);
});

test('a file that takes all of the work that it may is given up, and its reader with it, however little time has passed', async () => {
  expect(await describeMedia(endless)).toBeUndefined();
  await gone(readers.at(-1));
  expect(await describeMedia(honest)).toMatchObject({ durationSeconds: 3 });
});

test('a file that takes long, as on a busy machine, is read all the same', async () => {
  expect(await describeMedia(honest)).toBeDefined();
  const reader = readers.at(-1);
  reader?.kill('SIGSTOP');
  const reading = describeMedia(honest);
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(60_000);
  reader?.kill('SIGCONT');
  expect(await reading).toMatchObject({ durationSeconds: 3 });
});

test('where nobody comes to the end of a file it is not taken for one without sound', async () => {
  expect(await describeMedia(honest)).toBeDefined();
  readers.at(-1)?.kill('SIGSTOP');
  const reading = Promise.allSettled([readSound(honest, 1), readSound(honest, 2)]);
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(120_000);
  const reasons = (await reading).map((one) => (one.status === 'rejected' ? (one.reason as Error).name : one.value));
  expect(reasons).toEqual(['NotRead', 'NotRead']);
  await gone(readers.at(-1));
  expect((await readSound(honest, 1))?.packets.length).toBeGreaterThan(10);
});

test('behind files that took as much work as others wait for, nobody waits any longer', async () => {
  const answers = Array.from({ length: 3 }, () => describeMedia(endless));
  const last = readSound(honest, 1);
  const tooLate = describeMedia(honest);
  expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined]);
  // A sound may wait for more.
  expect((await last)?.codec).toBe('aac');
  expect(await tooLate).toBeUndefined();
  expect(await describeMedia(honest)).toMatchObject({ durationSeconds: 3 });
});

test('what a terminal or a container tells every process does not end a reader', async () => {
  expect(await describeMedia(honest)).toBeDefined();
  const count = readers.length;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) readers.at(-1)?.kill(signal);
  expect(await describeMedia(honest)).toBeDefined();
  expect(readers).toHaveLength(count);
});

test('let go, a reader leaves neither a process nor a descriptor; the next one is started when it is needed', async () => {
  const count = readers.length;
  const reader = readers.at(-1);
  const closed = reader && once(reader, 'close');
  await vi.advanceTimersByTimeAsync(5_000);
  await closed;
  expect(reader?.connected).toBe(false);
  expect(process.getActiveResourcesInfo().filter((name) => /^(?:Process|Pipe)/.test(name))).toEqual([]);
  expect(readers).toHaveLength(count);
  expect(await describeMedia(honest)).toMatchObject({ durationSeconds: 3 });
  expect(readers).toHaveLength(count + 1);
});

const parents: ChildProcess[] = [];

/** A process of its own that reads these files, and then ends or stays: what it tells, in order. */
const parent = (then: 'end' | 'stay', ...paths: string[]) => {
  const script = fileURLToPath(new URL('./reader-process.case.ts', import.meta.url));
  const args = ['--import', import.meta.resolve('tsx'), script, then, ...paths];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  parents.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Told> => {
    const { value, done } = await lines.next();
    return done === true ? {} : (JSON.parse(value) as Told);
  };
  return { child, next, exit: once(child, 'exit') };
};

test('a process ends by itself while its reader idles, and takes it along', async () => {
  const elsewhere = join(folder, 'elsewhere.mp4');
  await copyFile(honest, elsewhere);
  const { next, exit } = parent('end', honest, elsewhere);
  const { reader = 0 } = await next();
  expect([await next(), await next()]).toEqual([{ read: true }, { read: true }]);
  expect(await next()).toEqual({ stillThere: reader });
  expect(await exit).toEqual([0, null]);
  await nobody(reader);
});

test('a process that is killed while its reader idles leaves none behind', async () => {
  const { child, next, exit } = parent('stay', honest);
  const { reader = 0 } = await next();
  expect(await next()).toEqual({ read: true });
  child.kill('SIGKILL');
  await exit;
  await nobody(reader);
});

test('a process that is killed while its reader is busy for ever leaves none behind (F54)', async () => {
  const { child, next, exit } = parent('stay', endless);
  const { reader = 0 } = await next();
  // By then it has found the file, and does not hear of anything any more.
  await new Promise((resolve) => later(resolve, 500));
  child.kill('SIGKILL');
  await exit;
  await nobody(reader);
});

/** Returns once there is no such process. One that only waits for somebody to learn of its end is none. */
const nobody = async (pid: number): Promise<void> => {
  expect(pid).toBeGreaterThan(0);
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (stat.includes(') Z ')) return;
    await new Promise(setImmediate);
  }
};
