/** The server of a program: a real engine on a clock that stands until it is moved, two accounts, and the receivers of their webhooks. */
import { MemoryStore } from '../../store/memory.ts';
import type { EventStore } from '../../store/store.ts';
import type { Settings } from '../../domain/world.ts';
import { Clock } from '../clock.ts';
import { type Decide, Engine, type Listener } from '../engine.ts';
import type { EngineEvent } from '../streams.ts';
import { createChance } from '../random.ts';
import type { Program, Who } from './program.case.ts';
import { Receivers } from './receivers.case.ts';
import { settingsOf } from './settings.case.ts';
import type { AfterEvolve } from './side.case.ts';

/** What of it a canary may have otherwise. */
export type ServerPorts = {
  readonly decide?: Decide;
  readonly afterEvolve?: AfterEvolve;
  /** Wraps the store that the engine is given; the checks read the store itself. */
  readonly wrapStore?: (store: EventStore<EngineEvent>) => EventStore<EngineEvent>;
  /** What runs the commands: the engine itself, or one that does more about failures. */
  readonly engine?: typeof Engine;
};

export type Server = {
  readonly engine: Engine;
  readonly store: EventStore<EngineEvent>;
  readonly settings: Settings;
  readonly receivers: Receivers;
  readonly accountIds: readonly [string, string];
};

/** @param listener told of every event, before the receivers are */
export const openServer = async (
  { seed, server, balances, rates }: Omit<Program, 'steps'>,
  { decide, afterEvolve = () => undefined, wrapStore = (store) => store, engine: EngineOf = Engine }: ServerPorts,
  listener: Listener = () => undefined,
): Promise<Server> => {
  const receivers = new Receivers();
  const store = new MemoryStore<EngineEvent>();
  const settings = settingsOf(server);
  const engine = new EngineOf({
    store: wrapStore(store),
    clock: new ClockWithoutTimers('manual'),
    chance: createChance(seed, 'seed'),
    settings,
    settleOutside: () => receivers.answer(engine),
    onFailure: (error) => {
      throw error;
    },
    ...(decide && { decide }),
  });
  engine.follow((account, event) => {
    listener(account, event);
    afterEvolve(account, event);
    receivers.hear(account, event);
  });
  const open = async (who: Who): Promise<string> => {
    const id = engine.nextAccountId();
    const { pro, avatar } = rates[who];
    await engine.createAccount(id, {
      type: 'create-account',
      balanceMicros: balances[who],
      rates: {
        ...(pro !== undefined && { full_live_swap: { unit: 'second', micros: pro } }),
        ...(avatar !== undefined && { avatar: { unit: 'second', micros: avatar } }),
      },
      key: { keyId: `key_${id}_0`, digest: `digest_${id}_0` },
      webhookSecret: `whsec_${id}`,
    });
    return id;
  };
  return { engine, store, settings, receivers, accountIds: [await open(0), await open(1)] };
};

/** Where the clock may be moved to next, that all comes to its end: in leaps, each event has its own instant anyway. Undefined at the end. */
export const nextLeap = (engine: Engine): number | undefined => {
  const next = engine.nextDue();
  return next && Math.max(next, engine.clock.now()) + leapMs;
};

const leapMs = 4 * 3_600_000;

/** Nothing happens between two steps: on a real manual clock a timer does what is due at once, at no certain moment of a program. */
class ClockWithoutTimers extends Clock {
  override realMsUntil(): undefined {
    return undefined;
  }
}
