/**
 * How often the receiver has acted, seen from outside: a number that an address or a command gives, or any text that changes when it acts.
 * The receiver may act after it has answered, so a look is repeated until nothing more is to be expected.
 */
import { exec } from 'node:child_process';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

export type Look = { readonly count: number | undefined; readonly text: string };

export type Effects = {
  /** Of numbers the difference counts; of other text only whether it is another. */
  readonly kind: 'count' | 'change';
  /** What has happened since the last time this was asked. @param atLeast as many are waited for, as long as they usually take */
  readonly since: (atLeast: number) => Promise<number>;
};

/** Throws an Error where there is nothing to look at, or where it changes by itself. */
export const openEffects = async (look: () => Promise<Look>, waitMs: number): Promise<Effects> => {
  let before = await look();
  await sleep(Math.min(waitMs, 50));
  const again = await look();
  if (again.text !== before.text) {
    throw new Error(
      `the effects change although nothing was sent (${shown(before.text)}, then ${shown(again.text)}): give a number of what the receiver has done, or a text without times in it`,
    );
  }
  const kind = before.count === undefined ? 'change' : 'count';
  // How long effects took to show, at the most: nothing is known before the first one.
  let slowestMs: number | undefined;
  const since = async (atLeast: number): Promise<number> => {
    const started = performance.now();
    let changes = differenceOf(before, await look());
    while (changes < atLeast && performance.now() - started < waitMs) {
      await sleep(pollMs);
      changes = differenceOf(before, await look());
    }
    if (changes > 0 && atLeast > 0) slowestMs = Math.max(slowestMs ?? 0, performance.now() - started);
    // One more that follows is a second effect.
    await sleep(Math.min(waitMs, slowestMs === undefined ? settleMs : slowestMs * 2 + pollMs));
    const now = await look();
    changes = differenceOf(before, now);
    before = now;
    return changes;
  };
  return { kind, since };
};

const settleMs = 100;
const pollMs = 10;

const differenceOf = (before: Look, now: Look): number => {
  if (before.count !== undefined && now.count !== undefined) return now.count - before.count;
  return before.text === now.text ? 0 : 1;
};

/** A number, or JSON that is one or has a `count`; else any text. */
export const readLook = (text: string): Look => {
  const trimmed = text.trim();
  return { text: trimmed, count: countOf(trimmed) };
};

const countOf = (text: string): number | undefined => {
  try {
    const json = JSON.parse(text) as unknown;
    const count: unknown = typeof json === 'object' && json !== null && 'count' in json ? json.count : json;
    return typeof count === 'number' && Number.isFinite(count) ? count : undefined;
  } catch {
    return undefined;
  }
};

/** Rejects with an Error that says why nothing is seen. @param waitMs for all of the answer */
export const lookAt =
  (url: string, waitMs = lookMs): (() => Promise<Look>) =>
  () =>
    new Promise((resolve, reject) => {
      const end = (look: Look | string): void => {
        clearTimeout(timer);
        if (typeof look === 'string') reject(new Error(`the effects cannot be seen at ${url}: ${look}`));
        else resolve(look);
        request.destroy();
      };
      const request = (url.startsWith('https:') ? httpsGet : httpGet)(url, (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
          if (bytes > lookBytesMax) end(`its answer is longer than ${lookBytesMax} bytes`);
          else chunks.push(chunk);
        });
        response.on('error', ({ message }) => end(message));
        response.on('end', () => {
          if (response.statusCode !== 200) end(`it answers ${response.statusCode}, and 200 is needed`);
          else end(readLook(Buffer.concat(chunks).toString()));
        });
      });
      const timer = setTimeout(() => end(`no whole answer within ${waitMs / 1_000} s`), waitMs);
      request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    });

/** Rejects with an Error that says how the command ended. @param waitMs for its end */
export const lookBy =
  (command: string, waitMs = lookMs): (() => Promise<Look>) =>
  () =>
    new Promise((resolve, reject) => {
      // A shell may be deaf to a milder signal.
      exec(command, { timeout: waitMs, killSignal: 'SIGKILL', maxBuffer: lookBytesMax }, (error, stdout) => {
        if (error === null) return resolve(readLook(stdout));
        // Its text may hold a secret of the user's: only how it ended is told.
        const how =
          error.killed === true
            ? `did not end within ${waitMs / 1_000} s`
            : `ended with ${error.code ?? error.signal ?? 'an error'}`;
        reject(new Error(`the command of --effect-command ${how}: it must print a number and end with 0`));
      });
    });

const lookMs = 10_000;
const lookBytesMax = 1024 * 1024;

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text || 'nothing');
