/** Histories in a process of their own, in which every descriptor is theirs: W5 to the last file and socket. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Counted } from './descriptors.case.ts';

/** @param count of histories between the first look and the last */
export const runApart = async (count: number): Promise<Counted> => {
  const child = fork(fileURLToPath(new URL('descriptors.case.ts', import.meta.url)), [String(count)], {
    execArgv: ['--expose-gc', '--import', 'tsx'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (counted) => {
      child.disconnect();
      resolve(counted as Counted);
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(new Error(`W5: the process of the histories ended with ${code} and told nothing`)),
    );
  });
};
