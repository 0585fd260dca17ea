/** Whether restarts see anything: disks that keep something else than they were given. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { programOf } from './engine/simulation/programs.case.ts';
import { type Keeps, restartTwice } from './restarts.case.ts';

const [program] = fc.sample(programOf(20), { seed: 15, numRuns: 1 });

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const run = async (keeps?: Keeps): Promise<number> => {
  if (program === undefined) throw new Error('no program was drawn');
  const folder = await mkdtemp(join(tmpdir(), 'restarts-'));
  folders.push(folder);
  return restartTwice(program, join(folder, 'world'), keeps);
};

test('a program on a disk is the same world after two restarts', async () => {
  expect(await run()).toBeGreaterThan(10);
});

test('a disk that has not kept the end is caught', async () => {
  let appends = 0;
  await expect(run((events) => (++appends > 8 ? [] : events))).rejects.toThrow(/restart 1/);
});

test('a disk that has kept another amount is caught', async () => {
  const dearer: Keeps = (events) =>
    events.map((event) =>
      event.type === 'account.created' ? { ...event, balanceMicros: event.balanceMicros + 1 } : event,
    );
  await expect(run(dearer)).rejects.toThrow(/restart 1/);
});
