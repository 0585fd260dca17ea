/** Two hundred programs with their events on a disk: another process that begins with them has the same accounts, to the byte. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { programOf } from './engine/simulation/programs.case.ts';
import { oneCase } from './engine/simulation/replay.case.ts';
import { restartTwice } from './restarts.case.ts';

const programs = fc.sample(programOf(40), { seed: 15, numRuns: 200 });

test('what two hundred programs have left on the disk is the same world after a restart, and after another', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'restarts-'));
  let events = 0;
  for (const [number, program] of programs.entries()) {
    await oneCase(number, async () => void (events += await restartTwice(program, join(parent, String(number)))));
  }
  await rm(parent, { recursive: true });
  process.stdout.write(`${programs.length} programs, ${events} events, two restarts each\n`);
});
