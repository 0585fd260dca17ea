/** Two hundred programs with their events on a disk: another process that begins with them has the same accounts, to the byte. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Clock } from './engine/clock.ts';
import { Engine } from './engine/engine.ts';
import { createChance } from './engine/random.ts';
import { programOf } from './engine/simulation/programs.case.ts';
import { settingsOf } from './engine/simulation/settings.case.ts';
import { simulate } from './engine/simulation/simulation.case.ts';
import { snapshotOf } from './engine/simulation/snapshot.case.ts';
import type { EngineEvent } from './engine/streams.ts';
import { openDataFolder } from './store/data-folder.ts';
import type { EventStore } from './store/store.ts';

const programs = fc.sample(programOf(40), { seed: 15, numRuns: 200 });

test('what two hundred programs have left on the disk is the same world after a restart, and after another', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'restarts-'));
  let events = 0;
  for (const [number, program] of programs.entries()) {
    const path = join(parent, String(number));
    const written = await openDataFolder<EngineEvent>(path);
    const disk = written.events();
    const seen: { engine?: Engine } = {};
    class Seen extends Engine {
      constructor(...args: ConstructorParameters<typeof Engine>) {
        super(...args);
        seen.engine = this;
      }
    }
    const wrapStore = (store: EventStore<EngineEvent>): EventStore<EngineEvent> => ({
      append: async (stream, version, added) => {
        await store.append(stream, version, added);
        await disk.append(stream, version, added);
      },
      read: (stream, from) => store.read(stream, from),
      follow: (after, signal) => store.follow(after, signal),
    });
    const { tally } = await simulate(program, { wrapStore, engine: Seen });
    events += tally.events;
    const { engine } = seen;
    if (engine === undefined) throw new Error('no engine was made');
    const before = await snapshotsOf(engine);
    written.close();
    for (let restart = 0; restart < 2; restart++) {
      const folder = await openDataFolder<EngineEvent>(path);
      const again = new Engine({
        store: folder.events(),
        clock: new Clock('manual'),
        chance: createChance(program.seed, 'seed'),
        settings: settingsOf(program.server),
        onFailure: (error) => {
          throw error;
        },
      });
      await again.recover();
      expect(await snapshotsOf(again), `program ${number}`).toEqual(before);
      again.close();
      folder.close();
    }
  }
  await rm(parent, { recursive: true });
  process.stdout.write(`${programs.length} programs, ${events} events, two restarts each\n`);
});

const snapshotsOf = async (engine: Engine): Promise<string[]> => {
  const snapshots = [];
  for (const id of engine.accountIds()) {
    const account = await engine.account(id);
    if (account !== undefined) snapshots.push(snapshotOf(account));
  }
  return snapshots;
};
