/**
 * Media from strangers is read in a thread of its own. The library trusts what a file claims: a few wrong bytes can make it
 * list thousands of millions of samples, or loop for ever. No promise ends that; ending the thread does, and frees its
 * memory as well. The thread is started on first use, asked one thing at a time, and let go after a while without work.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { type Description, type Reply, type Request, type Sound, reading } from './reading.ts';

const describeLimits = { millis: 1_500, bytesMax: 48_000_000 };
const soundLimits = { millis: 5_000, bytesMax: 600_000_000 };
const startMillisMax = 20_000;
const idleMillis = 5_000;
const heapMbMax = 256;

/** What kind of media the file is; `undefined` if it cannot be told in time. */
export const describeMedia = async (path: string): Promise<Description | undefined> =>
  (await enqueue({ path, bytesMax: describeLimits.bytesMax }, describeLimits.millis)).description;

/** Its sound up to a time; `undefined` if it has none that an MP4 can carry, or cannot be read. */
export const readSound = async (path: string, soundSeconds: number): Promise<Sound | undefined> =>
  (await enqueue({ path, bytesMax: soundLimits.bytesMax, soundSeconds }, soundLimits.millis)).sound;

let tail: Promise<unknown> = Promise.resolve();

const enqueue = (request: Request, millis: number): Promise<Reply> => {
  const turn = tail.then(() => ask(request, millis));
  tail = turn;
  return turn;
};

let thread: Worker | undefined;
let letGo: NodeJS.Timeout | undefined;

/** Never fails: a thread that dies, or has to be ended, has read nothing. */
const ask = async (request: Request, millis: number): Promise<Reply> => {
  clearTimeout(letGo);
  try {
    thread ??= await start();
    thread.ref();
    const reply = answerOf<Reply>(thread, millis);
    thread.postMessage(request);
    return await reply;
  } catch {
    await stop();
    return {};
  } finally {
    thread?.unref();
    letGo = setTimeout(() => void stop(), idleMillis).unref();
  }
};

const start = async (): Promise<Worker> => {
  const { resolve } = createRequire(import.meta.url);
  // Some compilers call `__name` to keep the names of functions; their helper does not go along.
  const source = `const __name = (fn) => fn;
    const { parentPort, workerData } = require('node:worker_threads');
    (${String(reading)})(require(workerData), require('node:fs'), parentPort);`;
  const worker = new Worker(source, {
    eval: true,
    execArgv: [],
    workerData: resolve('mediabunny'),
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  });
  worker.on('error', () => undefined); // `answerOf` hears of it while there is anything to hear
  worker.on('exit', () => {
    if (thread === worker) thread = undefined;
  });
  try {
    await answerOf(worker, startMillisMax);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return worker;
};

const stop = async (): Promise<void> => {
  const ending = thread;
  thread = undefined;
  await ending?.terminate();
};

/** The next message of the thread. */
const answerOf = <T>(worker: Worker, millis: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      act();
    };
    const onMessage = (message: T): void => settle(() => resolve(message))();
    const onEnd = settle(() => reject(new Error('the reading thread ended')));
    const timer = setTimeout(
      settle(() => reject(new Error(`no answer within ${millis} ms`))),
      millis,
    );
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
