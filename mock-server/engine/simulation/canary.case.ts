/** A canary: a mock that is wrong in one way. A harness that lets one of them pass is blind there. */
import type { Decision } from '../../domain/commands.ts';
import { decide } from '../../domain/decide.ts';
import type { AccountEvent } from '../../domain/events.ts';
import { isRefused } from '../../domain/refusal.ts';
import type { Decide } from '../engine.ts';
import type { AfterEvolve } from './side.case.ts';

export type Canary = {
  readonly does: string;
  /** Makes the wrong `decide`; anew for every program, so that none remembers another's. */
  readonly decide?: () => Decide;
  /** Changes what `evolve` has made of an event. */
  readonly afterEvolve?: AfterEvolve;
  /** The invariants of which one is to be named when it is caught. */
  readonly breaks: RegExp;
  /** Seen on servers that set no money aside for streams, where it gets tight. */
  readonly where?: 'tight';
};

type EventOf<T extends AccountEvent['type']> = Extract<AccountEvent, { type: T }>;

/** A mock that decides as it should, and then writes something else into one kind of event. */
export const changing =
  <T extends AccountEvent['type']>(type: T, change: (event: EventOf<T>) => EventOf<T>): Decide =>
  (account, world, command, moment) => {
    const decision = decide(account, world, command, moment);
    if (isRefused(decision)) return decision;
    return withEvents(
      decision,
      decision.events.map((event) => (event.type === type ? change(event as EventOf<T>) : event)),
    );
  };

/** The decision with other events; a refusal stays what it is. */
export const withEvents = (decision: Decision, events: readonly AccountEvent[]): Decision =>
  isRefused(decision) ? decision : { ...decision, events };
