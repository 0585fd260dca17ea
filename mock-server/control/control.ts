/** Everything that the console of the service does, and what only a mock can do: the same for the control API and in process. */
import type { Engine } from '../engine/engine.ts';
import type { Chance } from '../engine/random.ts';
import { type AccountControl, accountControl } from './accounts.ts';
import { type CapacityControl, capacityControl } from './capacity.ts';
import { type ClockControl, type MoveClock, clockControl } from './clock.ts';
import { type DeliveryControl, deliveryControl } from './deliveries.ts';
import type { FindSent } from './delivery-view.ts';
import { type FaultControl, faultControl } from './faults.ts';
import { type HistoryControl, type HistoryParts, historyControl } from './history.ts';
import { type JobControl, jobControl } from './jobs.ts';
import { type ScenarioControl, type Scenarios, scenarioControl } from './scenarios.ts';
import { type SessionControl, sessionControl } from './sessions.ts';
import { Tally } from './tally.ts';
import { type Refused, refuse } from '../domain/refusal.ts';

/** @typeParam Card what the judge of clients says of one */
export type Control<Card = unknown> = ClockControl &
  AccountControl &
  CapacityControl &
  FaultControl &
  JobControl &
  SessionControl &
  DeliveryControl &
  HistoryControl<Card> &
  ScenarioControl & {
    /** Puts everything back to how it was at the start. @param change for a beginning that is another one */
    readonly reset: (change?: () => void) => Promise<void>;
    /** The same, for whoever may not know that others use it. @param force needed where other processes serve the same world */
    readonly resetWorld: (force: boolean) => Promise<Record<never, never> | Refused>;
  };

export type ControlOptions<Card> = HistoryParts<Card> & {
  readonly engine: () => Engine;
  readonly chance: Chance;
  /** Puts everything back to how it was at the start. @param change sets the clock and what else begins otherwise from now on */
  readonly reset: (change?: () => void) => Promise<void>;
  readonly scenarios: Scenarios<unknown>;
  /** What an attempt of a delivery sent, as far as it is remembered. */
  readonly sent: FindSent;
  /** Told after the clock was given another pace. */
  readonly paceChanged: () => void;
  readonly moveClock?: MoveClock;
  /** Whether other processes serve the same world. */
  readonly isShared?: boolean;
  /** A revoked key needs no rate window any more. */
  readonly forgetKey: (digest: string) => void;
};

export const createControl = <Card>(options: ControlOptions<Card>): Control<Card> => {
  const { engine, chance, sent, forgetKey } = options;
  const resends = new Tally();
  const reset = (change?: () => void): Promise<void> => {
    resends.clear();
    return options.reset(change);
  };
  return {
    ...clockControl(engine, options.paceChanged, options.moveClock),
    ...accountControl({ engine, chance, forgetKey }),
    ...capacityControl(engine),
    ...faultControl(engine),
    ...jobControl(engine),
    ...sessionControl(engine),
    ...deliveryControl({ engine, sent, resends }),
    ...historyControl(options),
    ...scenarioControl(options.scenarios),
    reset,
    resetWorld: async (force) => {
      if (options.isShared === true && !force) return refuse('invalid_input', forceNeeded);
      await reset();
      return {};
    },
  };
};

/** What whoever replaces a world that others use is told. */
export const forceNeeded = 'other processes serve this world: say {"force":true} if it is to go for all of them';
