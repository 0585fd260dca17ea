/** A mock in a process of its own, for tests that hold thousands of connections to it: its descriptors and its time are not those of its clients. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ForkedMock = {
  readonly port: number;
  readonly apiKey: string;
  /** What it failed at since it began, in words. */
  readonly failures: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

export const forkMock = async (): Promise<ForkedMock> => {
  const script = fileURLToPath(new URL('./mock-process.case.ts', import.meta.url));
  const child: ChildProcess = fork(script, { execArgv: ['--import', 'tsx'] });
  const [{ port, apiKey }] = (await once(child, 'message')) as [Pick<ForkedMock, 'port' | 'apiKey'>];
  return {
    port,
    apiKey,
    failures: async () => {
      child.send('failures');
      const [failures] = (await once(child, 'message')) as [readonly string[]];
      return failures;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.send('close');
      await ended;
    },
  };
};
