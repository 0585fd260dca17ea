/** Hands tasks to worker processes, a few at a time to each, until all are done. */
import { type ChildProcess, fork } from 'node:child_process';
import { memoryFolder } from './memory-folder.ts';
import type { Done, Task } from './tasks.ts';

type Crew = {
  readonly workers: number;
  /** How many tasks each of them has under way. */
  readonly atOnce: number;
};

/** What a worker is told, and what it says of it. */
export type Order = { readonly number: number; readonly task: Task };
export type Report = { readonly number: number; readonly done?: Done; readonly error?: string };

/** @param file the worker's */
export const performAll = async (
  file: string,
  tasks: readonly Task[],
  { workers, atOnce }: Crew,
  onDone: (done: Done, left: number) => void,
): Promise<void> => {
  const waiting = tasks.map((task, number): Order => ({ number, task }));
  let left = tasks.length;
  const count = Math.min(workers, tasks.length);
  const children: ChildProcess[] = [];
  const working = Array.from({ length: count }, () => {
    // Each task has a mock of its own, whose code is young: it is made ready at once, not when it has proved to be worth it. There is a
    // process for each core: threads that clear up memory for one of them would take the time of another.
    const child = fork(file, {
      execArgv: ['--always-sparkplug', '--no-lazy-feedback-allocation', '--single-threaded-gc'],
      env: { ...process.env, TMPDIR: memoryFolder() },
    });
    children.push(child);
    const underWay = new Map<number, Task>();
    const next = (): void => {
      const order = waiting.shift();
      if (order !== undefined) {
        underWay.set(order.number, order.task);
        child.send(order);
      } else if (underWay.size === 0) child.kill();
    };
    return new Promise<void>((resolve, reject) => {
      child.on('message', ({ number, done, error }: Report) => {
        const task = underWay.get(number);
        underWay.delete(number);
        if (done === undefined) return reject(new Error(`the zoo broke at ${task?.kind} ${task?.index}: ${error}`));
        onDone(done, --left);
        next();
      });
      child.on('error', reject);
      child.on('exit', (code) => {
        if (underWay.size === 0) return resolve();
        const lost = [...underWay.values()].map(({ kind, index }) => `${kind} ${index}`);
        reject(new Error(`a worker ended with ${code} at ${lost.join(', ')}`));
      });
      for (let i = 0; i < atOnce; i++) next();
    });
  });
  try {
    await Promise.all(working);
  } finally {
    // None goes on when one broke.
    for (const child of children) child.kill();
  }
};
