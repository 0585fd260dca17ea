/** What an engine is made of, and whom it tells. */
import type { Account } from '../domain/account.ts';
import type { Command, Decision, Moment } from '../domain/commands.ts';
import type { AccountEvent } from '../domain/events.ts';
import type { Settings, World } from '../domain/world.ts';
import type { EventStore } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { Chance } from './random.ts';
import type { EngineEvent } from './streams.ts';

/** A port: callers may wrap it, so that a judge can be shown a mock that decides wrongly. */
export type Decide = (account: Account, world: World, command: Command, moment: Moment) => Decision;

/** Told of what has happened in an account, for the effects that follow outside. */
export type Listener = (account: Account, event: AccountEvent) => void;

export type EngineOptions = {
  readonly store: EventStore<EngineEvent>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly settings: Settings;
  readonly decide?: Decide;
  /** Whether other processes append to the same store. */
  readonly isShared?: boolean;
  /** Waits for what runs outside because of an event, before the clock jumps past it; undefined if nothing does. */
  readonly settleOutside?: () => Promise<unknown> | undefined;
  /** Told when something that was due could not be done: a bug of ours, or a broken store. */
  readonly onFailure: (error: unknown) => void;
};
