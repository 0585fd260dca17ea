/** S9 and W5: what a mock that is closed has left behind in its process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectFact } from './fact.case.ts';

export type Around = { readonly resources: readonly string[]; readonly folders: readonly string[] };

export const lookAround = async (): Promise<Around> => ({
  resources: process
    .getActiveResourcesInfo()
    .filter((name) => /^(?:Timeout|TCP|Pipe|Process|FSReq)/.test(name))
    .sort(),
  folders: (await readdir(ownFolder())).filter((name) => name.startsWith('understudy-')),
});

/** Where the mocks of this thread keep their folders: by the number of the process alone those of other threads would be ours too. */
const ownFolder = (): string => {
  if (own === undefined) {
    const folder = (own = mkdtempSync(join(tmpdir(), 'histories-')));
    // Each thread has variables of its own.
    process.env['TMPDIR'] = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return own;
};

let own: string | undefined;

/** A socket that was ended is gone a little later: what is left then stays. */
export const expectNothingLeft = async (before: Around): Promise<void> => {
  let now = await lookAround();
  for (let turn = 0; !isAsBefore(before, now) && turn < 100; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    now = await lookAround();
  }
  expectFact('S9/W5', isAsBefore(before, now), `there were ${JSON.stringify(before)}, and are ${JSON.stringify(now)}`);
};

/** Timers and pipes are also the test runner's; sockets are nobody else's, and those of a history before may still be closing. */
const isAsBefore = (before: Around, now: Around): boolean =>
  count(now, 'TCP') === 0 &&
  ['Timeout', 'Pipe', 'Process'].every((kind) => count(now, kind) <= count(before, kind)) &&
  now.folders.length <= before.folders.length;

const count = ({ resources }: Around, kind: string): number => resources.filter((name) => name.startsWith(kind)).length;
