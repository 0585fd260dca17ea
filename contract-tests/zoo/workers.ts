/** Hands tasks to worker processes, one at a time to each, until all are done. */
import { fork } from 'node:child_process';
import type { Done, Task } from './tasks.ts';

/** @param file the worker's */
export const performAll = async (
  file: string,
  tasks: readonly Task[],
  workers: number,
  onDone: (done: Done, left: number) => void,
): Promise<void> => {
  const waiting = [...tasks];
  let left = tasks.length;
  await Promise.all(
    Array.from({ length: Math.min(workers, tasks.length) }, () => {
      // Each task has a mock of its own, whose code is young: it is made ready at once, not when it has proved to be worth it.
      const child = fork(file, { execArgv: ['--always-sparkplug', '--no-lazy-feedback-allocation'] });
      return new Promise<void>((resolve, reject) => {
        let running: Task | undefined;
        const next = (): void => {
          running = waiting.shift();
          if (running === undefined) child.kill();
          else child.send(running);
        };
        child.on('message', ({ done, error }: { done?: Done; error?: string }) => {
          if (done === undefined) {
            reject(new Error(`the zoo broke at ${running?.kind} ${running?.index}: ${error}`));
            return void child.kill();
          }
          onDone(done, --left);
          next();
        });
        child.on('error', reject);
        child.on('exit', (code) => {
          if (running === undefined) resolve();
          else reject(new Error(`a worker ended with ${code} at ${running.kind} ${running.index}`));
        });
        next();
      });
    }),
  );
};
