/** A program with its events on a disk: engines that begin anew with what is there have the same accounts, to the byte. */
import { expect } from 'vitest';
import { Clock } from './engine/clock.ts';
import { Engine } from './engine/engine.ts';
import { createChance } from './engine/random.ts';
import type { Program } from './engine/simulation/program.case.ts';
import { settingsOf } from './engine/simulation/settings.case.ts';
import { simulate } from './engine/simulation/simulation.case.ts';
import { snapshotOf } from './engine/simulation/snapshot.case.ts';
import type { EngineEvent } from './engine/streams.ts';
import { openDataFolder } from './store/data-folder.ts';
import type { EventStore } from './store/store.ts';

/** From the events of an append to those that the disk is given; none of them where it is given nothing. */
export type Keeps = (events: readonly EngineEvent[]) => readonly EngineEvent[];

/** @param path of a folder that is not there yet @returns how many events the program has made */
export const restartTwice = async (program: Program, path: string, keeps: Keeps = (all) => all): Promise<number> => {
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
      const kept = keeps(added);
      if (kept.length > 0) await disk.append(stream, version, kept);
    },
    read: (stream, from) => store.read(stream, from),
    follow: (after, signal) => store.follow(after, signal),
  });
  const { tally } = await simulate(program, { wrapStore, engine: Seen });
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
    expect(await snapshotsOf(again), `restart ${restart + 1}`).toEqual(before);
    again.close();
    folder.close();
  }
  return tally.events;
};

const snapshotsOf = async (engine: Engine): Promise<string[]> => {
  const snapshots = [];
  for (const id of engine.accountIds()) {
    const account = await engine.account(id);
    if (account !== undefined) snapshots.push(snapshotOf(account));
  }
  return snapshots;
};
