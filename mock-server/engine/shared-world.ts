/** What all accounts share: capacity, fault rules, and the moves of the clock. Its changes are made one after the other. */
import { limits } from '../../spec/limits.ts';
import { type Settings, type World, type WorldEvent, evolveWorld, fullCapacity } from '../domain/world.ts';
import { type EventStore, VersionConflict } from '../store/store.ts';
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
      get clockRuns() {
        return clock.speed > 0;
      },
    };
  }

  /** How many events have made it what it is. */
  get version(): number {
    return this.#version;
  }

  /** Takes in what the store held already. */
  fold(event: WorldEvent): void {
    this.#version++;
    evolveWorld(this.now, event);
  }

  /** Takes in what another process has added. */
  async #catchUp(): Promise<void> {
    for await (const { version, event } of this.#store.read(worldStream, this.#version + 1)) {
      if (version === this.#version + 1) this.fold(event as WorldEvent);
    }
  }

  /** @param decide what has changed, asked once all earlier changes are made */
  append(decide: () => WorldEvent): Promise<void> {
    const turn = this.#last.then(async () => {
      for (;;) {
        const event = decide();
        const version = this.#version;
        try {
          await this.#store.append(worldStream, version, [event]);
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error;
          await this.#catchUp();
          continue;
        }
        // It may have been read back meanwhile.
        if (this.#version === version) this.fold(event);
        return;
      }
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
