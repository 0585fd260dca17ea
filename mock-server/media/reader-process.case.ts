/**
 * A process that reads the media it is given, each from its own folder, and tells line by line what happens. Then it ends by
 * itself, or stays to be killed.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describeMedia } from './reader-process.ts';

/** A reader is told of when it is asked something, and again if it is there when the process ends. */
export type Told = { readonly reader?: number; readonly read?: boolean; readonly stillThere?: number };

const tell = (told: Told): void => void writeSync(1, `${JSON.stringify(told)}\n`);

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  child.once('message', () => setImmediate(() => tell({ reader: child.pid ?? 0 })));
  process.on('exit', () => {
    if (child.exitCode === null && child.signalCode === null && !child.killed) tell({ stillThere: child.pid ?? 0 });
  });
});

const [, , then, ...paths] = process.argv;
if (then === 'stay') setInterval(() => undefined, 1_000);
for (const path of paths) {
  process.chdir(dirname(path));
  tell({ read: (await describeMedia(basename(path))) !== undefined });
}
