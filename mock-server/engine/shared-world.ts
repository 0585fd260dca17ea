/** What all accounts share: capacity, fault rules, and the moves of the clock. Its changes are made one after the other. */
import { limits } from '../../spec/limits.ts';
import { type Settings, type World, type WorldEvent, evolveWorld, fullCapacity } from '../domain/world.ts';
import type { EventStore } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { type EngineEvent, worldStream } from './streams.ts';

export class SharedWorld {
  readonly now: World;
  readonly #store: EventStore<EngineEvent>;
  #version = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: EventStore<EngineEvent>, clock: Clock, settings: Settings) {
    this.#store = store;
    this.now = {
      settings,
      capacity: fullCapacity,
      faults: [],
      // Real on the real clock; on a faster one a second of real time at least, for receivers are no faster there.
      get responseWaitMs() {
        return Math.max(limits.webhookResponseWaitSeconds, clock.speed) * 1000;
      },
    };
  }

  /** @param decide what has changed, asked once all earlier changes are made */
  append(decide: () => WorldEvent): Promise<void> {
    const turn = this.#last.then(async () => {
      const event = decide();
      await this.#store.append(worldStream, this.#version, [event]);
      this.#version++;
      evolveWorld(this.now, event);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
