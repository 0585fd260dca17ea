/**
 * Media from strangers is read in a process of its own. The library trusts what a file claims: a few wrong bytes can make it
 * list thousands of millions of samples, or loop for ever. No promise ends that; ending the process does, and frees its
 * memory as well. A thread would not do: one that runs out of memory can take the whole process along. The reader is started
 * on first use, asked one thing at a time, and let go after a while without work.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve as resolvePath } from 'node:path';
import { watching } from './reader-watch.ts';
import { type Description, type Reply, type Request, type Sound, reading } from './reading.ts';

/** What one question may cost: of the processor's time, and so much of it for others before; and of the disk. */
type Limits = { readonly workMillis: number; readonly waitMillis: number; readonly bytesMax: number };

const describeLimits: Limits = { workMillis: 1_500, waitMillis: 3_000, bytesMax: 48_000_000 };
const soundLimits: Limits = { workMillis: 5_000, waitMillis: 15_000, bytesMax: 600_000_000 };
/** Of the clock: much more than the work takes on any machine that is not broken, for a disk that does not answer. */
const realMillisMax = 120_000;
const startMillisMax = 60_000;
const idleMillis = 5_000;
/** By then we have ended it, unless we were killed ourselves. */
const watchSeconds = 150;
/**
 * With little room for what is young, a heap that fills up does so slowly. Mostly the time is over before, and no process
 * aborts, which some systems keep a dump of.
 */
const flags = ['--max-old-space-size=256', '--max-semi-space-size=1', '--title=understudy-media-reader'];

/** What kind of media the file is; `undefined` if it cannot be told, or not yet. */
export const describeMedia = async (path: string): Promise<Description | undefined> => {
  const reply = await enqueue({ path }, describeLimits);
  return reply === notYet ? undefined : reply.description;
};

/** Nobody has come to the end of a file: another time it may be read. */
export class NotRead extends Error {
  override readonly name = 'NotRead';
}

/** Its sound up to a time; `undefined` if it has none that an MP4 can carry, or cannot be read. Throws `NotRead`. */
export const readSound = async (path: string, soundSeconds: number): Promise<Sound | undefined> => {
  const reply = await enqueue({ path, soundSeconds }, soundLimits);
  if (reply !== notYet) return reply.sound;
  throw new NotRead(`the sound of ${path} was not read: other files took too long, or no process for it could be had`);
};

/** It is not the file that is the reason. */
const notYet = Symbol('not yet');

let tail: Promise<void> = Promise.resolve();

/** Of the processor's time, for files that were given up so far. */
let wastedMillis = 0;

/**
 * Waiting has its limit too: behind many files that each take all of their time, nobody would be answered before the
 * connection is closed. Only such files count; of any number that are read as they should be, each gets its turn.
 */
const enqueue = (
  question: Pick<Request, 'path' | 'soundSeconds'>,
  { waitMillis, ...limits }: Limits,
): Promise<Reply | typeof notYet> => {
  const wastedBefore = wastedMillis;
  const answer = tail.then(() =>
    wastedMillis - wastedBefore >= waitMillis ? notYet : ask({ ...question, ...limits }, waitMillis),
  );
  tail = answer.then(() => undefined);
  return answer;
};

let reader: ChildProcess | undefined;
let letGo: NodeJS.Timeout | undefined;

/** Never fails: a reader that dies, as one does that has worked too long, has read nothing. */
const ask = async (request: Request, waitMillis: number): Promise<Reply | typeof notYet> => {
  clearTimeout(letGo);
  try {
    reader = reader?.connected === true ? reader : await start();
    const reply = answerOf<Reply>(reader, realMillisMax);
    // It may have been started in another folder. What fails to be sent is heard of as the end of the reader.
    reader.send({ ...request, path: resolvePath(request.path) }, () => undefined);
    return await reply;
  } catch (error) {
    const isOver = error instanceof ReaderGone;
    // Behind one that the clock had to end nobody waits for another.
    wastedMillis += isOver ? request.workMillis : Math.max(waitMillis, soundLimits.waitMillis);
    stop();
    return isOver ? {} : notYet;
  } finally {
    letGo = setTimeout(stop, idleMillis).unref();
  }
};

/** A process that holds nobody up: while it is asked something, the time for its answer keeps the loop alive. */
const start = async (): Promise<ChildProcess> => {
  const { resolve } = createRequire(import.meta.url);
  const { LD_LIBRARY_PATH } = process.env;
  const child = spawn(process.execPath, [...flags, '-e', source, resolve('mediabunny')], {
    // Nothing of ours goes along, flags in NODE_OPTIONS least of all; but Node itself may need its libraries.
    env: LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  child.unref();
  child.channel?.unref();
  child.on('error', () => undefined); // `answerOf` hears of it while there is anything to hear
  try {
    await answerOf(child, startMillisMax);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error('no process for reading media starts', { cause: error });
  }
  return child;
};

// Some compilers call `__name` to keep the names of functions; their helper does not go along.
const helper = 'const __name = (fn) => fn;';
const watch = `${helper}
  const { state, secondsMax } = require('node:worker_threads').workerData;
  (${String(watching)})(state, secondsMax, process);`;
// The watch comes second: it starts while the first question is on its way.
const source = `${helper}
  const { Worker } = require('node:worker_threads');
  const state = new Int32Array(new SharedArrayBuffer(8));
  (${String(reading)})(require(process.argv[1]), require('node:fs'), process, state);
  const workerData = { state, secondsMax: ${watchSeconds} };
  new Worker(${JSON.stringify(watch)}, { eval: true, execArgv: [], env: {}, workerData }).unref();`;

const stop = (): void => {
  reader?.kill('SIGKILL');
  reader = undefined;
};

/** It has ended by itself, in the middle of a file: the file is the reason. */
class ReaderGone extends Error {}

/** The next message of the reader. Throws `ReaderGone`, or what says that the clock has run out. */
const answerOf = <T>(child: ChildProcess, millis: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => (): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onEnd).off('disconnect', onEnd);
      act();
    };
    const onMessage = (message: unknown): void => settle(() => resolve(message as T))();
    const onEnd = settle(() => reject(new ReaderGone('the reading process ended')));
    const timer = setTimeout(
      settle(() => reject(new Error(`no answer within ${millis} ms`))),
      millis,
    );
    // Not `exit`, which may come before the last message.
    child.on('message', onMessage).on('error', onEnd).on('disconnect', onEnd);
  });
