/** The world that a mock plays now, and the reset, which puts another one in its place. */
import type { GapChoices } from '../spec/gaps.ts';
import type { Clock } from './engine/clock.ts';
import { Engine } from './engine/engine.ts';
import type { Chance } from './engine/random.ts';
import type { EngineEvent } from './engine/streams.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import { type Opening, furnish } from './opening.ts';
import { settingsOf } from './settings.ts';
import type { Sockets } from './sockets/sockets.ts';
import type { BlobStore } from './store/blobs.ts';
import type { Journal } from './store/journal.ts';
import { MemoryStore } from './store/memory.ts';
import type { Dispatcher } from './webhooks/dispatch.ts';
import type { Wrapped } from './wrapped.ts';

export type CurrentWorld = {
  readonly engine: Engine;
  /** How it began. */
  readonly opening: Opening;
  /** Begins anew. @param change for a beginning that is another one: made once the old world is out of use */
  readonly reset: (change?: () => void) => Promise<void>;
  /** What the next world begins with; the clock goes there at once. */
  readonly openNext: (opening: Opening) => void;
};

/** What a world is made with, and what it leaves behind. */
export type WorldParts = {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly choices: GapChoices;
  readonly wrapped: Wrapped;
  readonly sockets: Sockets;
  readonly dispatcher: Dispatcher;
  readonly blobs: BlobStore;
  readonly rateLimiter: RateLimiter;
  readonly journal: Journal;
  readonly onFailure: (error: unknown) => void;
};

export const beginWorld = async (first: Opening, parts: WorldParts): Promise<CurrentWorld> => {
  const { clock, sockets, blobs, rateLimiter, journal } = parts;
  let opening = first;
  let engine = await newEngine(opening, parts);
  let resetting = Promise.resolve();
  return {
    get engine() {
      return engine;
    },
    get opening() {
      return opening;
    },
    // One after the other, and the clock goes back only when the old world is out of use.
    reset: (change = () => clock.restart()) => {
      const turn = resetting.then(async () => {
        sockets.clear();
        engine.close();
        await blobs.clear();
        change();
        rateLimiter.clear();
        engine = await newEngine(opening, parts);
        // Those too that were let in while the old world was cleared away.
        sockets.clear();
        journal.clear();
      });
      // One that fails is told to who asked for it, and the next begins all the same.
      resetting = turn.catch(() => undefined);
      return turn;
    },
    openNext: (next) => {
      opening = next;
      clock.restart({ mode: next.told.clock, start: next.start });
    },
  };
};

const newEngine = async (opening: Opening, parts: WorldParts): Promise<Engine> => {
  const { clock, chance, choices, wrapped, sockets, dispatcher, onFailure } = parts;
  const engine = new Engine({
    store: new MemoryStore<EngineEvent>(),
    clock,
    chance,
    settings: settingsOf(opening.told, choices, wrapped.rules),
    decide: wrapped.decide,
    onFailure,
    settleOutside: () => dispatcher.settle(),
  });
  sockets.follow(engine);
  dispatcher.follow(engine);
  await furnish(engine, opening);
  return engine;
};
