import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { watching } from './reader-watch.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that is busy for ever, or never, and watched from a thread. It says so once the thread is there. */
const watched = (busy: 0 | 1): ChildProcess => {
  const thread = `const { workerData, parentPort } = require('node:worker_threads');
    parentPort.postMessage('there');
    (${String(watching)})(workerData, 1, process);`;
  const source = `const { Worker } = require('node:worker_threads');
    const busy = new Int32Array(new SharedArrayBuffer(4));
    busy[0] = ${busy};
    const worker = new Worker(${JSON.stringify(thread)}, { eval: true, workerData: busy });
    worker.once('message', () => process.send('there', () => { while (busy[0] === 1); }));
    process.on('disconnect', () => process.exit(7));`;
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.push(child);
  return child;
};

test('a question that takes longer than it may ends the process, though it hears of nothing', async () => {
  const child = watched(1);
  const exit = once(child, 'exit');
  await once(child, 'message');
  child.disconnect();
  expect(await exit).toEqual([null, 'SIGKILL']);
});

test('a process that is asked nothing stays until it ends by itself, and the watch does not keep it from that', async () => {
  const child = watched(0);
  const exit = once(child, 'exit');
  await once(child, 'message');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  child.disconnect();
  expect(await exit).toEqual([7, null]);
});
