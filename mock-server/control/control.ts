/** Everything that the console of the service does, and what only a mock can do: the same for the control API and in process. */
import type { Fault } from '../../spec/faults.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Job } from '../domain/job.ts';
import type { Engine } from '../engine/engine.ts';
import type { Chance } from '../engine/random.ts';
import { type AccountControl, accountControl } from './accounts.ts';
import { type CapacityControl, capacityControl } from './capacity.ts';
import { type ChoicesControl, choicesControl } from './choices.ts';
import { type ClockControl, type MoveClock, clockControl } from './clock.ts';
import { type DeliveryControl, deliveryControl } from './deliveries.ts';
import type { ExplainSignature, FindSent } from './delivery-view.ts';
import { type FaultControl, faultControl } from './faults.ts';
import { type HistoryControl, type HistoryParts, historyControl } from './history.ts';
import { type JobControl, jobControl } from './jobs.ts';
import { type CutSocket, type LiveSocketControl, liveSocketControl } from './live-sockets.ts';
import { type LedgerControl, ledgerControl } from './ledger.ts';
import { type ScenarioControl, type Scenarios, scenarioControl } from './scenarios.ts';
import { type SessionControl, sessionControl } from './sessions.ts';
import { Tally } from './tally.ts';
import { type Refused, refuse } from '../domain/refusal.ts';

/** @typeParam Card what the judge of clients says of one */
export type Control<Card = unknown> = ClockControl &
  AccountControl &
  CapacityControl &
  ChoicesControl &
  FaultControl &
  JobControl &
  LedgerControl &
  SessionControl &
  LiveSocketControl &
  DeliveryControl &
  HistoryControl<Card> &
  ScenarioControl & {
    /** Puts everything back to how it was at the start. @param change for a beginning that is another one */
    readonly reset: (change?: () => void) => Promise<void>;
    /** The same, for whoever may not know that others use it. @param force needed where other processes serve the same world */
    readonly resetWorld: (force: boolean) => Promise<Record<never, never> | Refused>;
    /** Breaks the service off as a crash does, and has it go on with all that was taken. Refused where other processes serve the same world. */
    readonly restart: () => Promise<Record<never, never> | Refused>;
  };

export type ControlOptions<Card> = HistoryParts<Card> & {
  readonly engine: () => Engine;
  readonly chance: Chance;
  /** Of the mock, for as long as it runs. */
  readonly choices: GapChoices;
  /** Puts everything back to how it was at the start. @param change says what begins otherwise from now on; called before anything else */
  readonly reset: (change?: () => void) => Promise<void>;
  /** Goes on with the same world, as after a crash. */
  readonly restart: () => Promise<void>;
  readonly scenarios: Scenarios<unknown>;
  /** A link to the result of a job, without the origin. */
  readonly resultPath: (job: Job) => string;
  /** What an attempt of a delivery sent, as far as it is remembered. */
  readonly sent: FindSent;
  readonly explainSignature: ExplainSignature;
  /** Has the next attempt of a delivery that is asked for by hand meet a fault. */
  readonly spoilNext: (deliveryId: string, fault: Fault) => void;
  /** Ends the stream of a session; false where there is none. */
  readonly cutSocket: CutSocket;
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
    ...choicesControl(options.choices),
    ...faultControl(engine),
    ...jobControl(engine, options.resultPath),
    ...ledgerControl(engine),
    ...sessionControl(engine),
    ...liveSocketControl(options.cutSocket),
    ...deliveryControl({
      engine,
      sent,
      explainSignature: options.explainSignature,
      spoilNext: options.spoilNext,
      resends,
    }),
    ...historyControl(options),
    ...scenarioControl(options.scenarios),
    reset,
    resetWorld: async (force) => {
      if (options.isShared === true && !force) return refuse('invalid_input', forceNeeded);
      await reset();
      return {};
    },
    restart: async () => {
      if (options.isShared === true)
        return refuse('invalid_input', 'other processes serve this world: restart one of them');
      await options.restart();
      return {};
    },
  };
};

/** What whoever replaces a world that others use is told. */
export const forceNeeded = 'other processes serve this world: say {"force":true} if it is to go for all of them';
