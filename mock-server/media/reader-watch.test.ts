import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { watching } from './reader-watch.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

type Watched = {
  readonly busy: 0 | 1;
  readonly works: boolean;
  readonly workMillis?: number;
  readonly secondsMax?: number;
};

/** A process that is watched from a thread, and asked something or not, and works for ever or not. It says so once the thread is there. */
const watched = ({ busy, works, workMillis = 100_000, secondsMax = 1_000 }: Watched): ChildProcess => {
  const thread = `const { workerData, parentPort } = require('node:worker_threads');
    parentPort.postMessage('there');
    (${String(watching)})(workerData, ${secondsMax}, process);`;
  const source = `const { Worker } = require('node:worker_threads');
    const state = new Int32Array(new SharedArrayBuffer(8));
    const { user, system } = process.cpuUsage();
    state.set([${busy}, (user + system) / 1000 + ${workMillis}]);
    const worker = new Worker(${JSON.stringify(thread)}, { eval: true, workerData: state });
    worker.once('message', () => process.send('there', () => { while (${works}); }));
    process.on('disconnect', () => process.exit(7));`;
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.push(child);
  return child;
};

test('a question that takes more work than it may ends the process, though it hears of nothing', async () => {
  const child = watched({ busy: 1, works: true, workMillis: 300 });
  const exit = once(child, 'exit');
  await once(child, 'message');
  child.disconnect();
  expect(await exit).toEqual([null, 'SIGKILL']);
});

test('a question that only takes long, as on a busy machine, does not', async () => {
  const child = watched({ busy: 1, works: false, workMillis: 1_000 });
  const exit = once(child, 'exit');
  await once(child, 'message');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  child.disconnect();
  expect(await exit).toEqual([7, null]);
});

test('a question that takes longer than any may ends the process', async () => {
  const child = watched({ busy: 1, works: false, secondsMax: 1 });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('a process that is asked nothing stays until it ends by itself, and the watch does not keep it from that', async () => {
  const child = watched({ busy: 0, works: false, workMillis: 0, secondsMax: 1 });
  const exit = once(child, 'exit');
  await once(child, 'message');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  child.disconnect();
  expect(await exit).toEqual([7, null]);
});
