/** The drift of one judged server: its run beside that of the rehearsal, and what is found out by trying on further mocks. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Profile } from '../check.ts';
import { type Drift, type Side, driftBetween } from '../drift.ts';
import { runChecks } from '../runner.ts';
import type { Target } from '../target.ts';
import { openRehearsal } from '../targets/mock-rehearsal.ts';
import { RecordedRun } from './recording.ts';
import type { TryOut } from './trials.ts';

export type Rehearsed = {
  /** The target that the mock stands for. */
  readonly target: Target;
  readonly profile: Profile;
  readonly seed: number;
  readonly choices?: Partial<GapChoices> | undefined;
  /** Who interrupts the run waits for no trying. */
  readonly signal?: AbortSignal;
  readonly listener?: { readonly onComparing?: (done: number, total: number) => void };
};

/** @param mock the rehearsal, with what was sent in it */
export const driftOf = async (
  { recording, ...mock }: Omit<Side, 'recording'> & Partial<Pick<Side, 'recording'>>,
  deployment: Side,
  rehearsed: Rehearsed,
): Promise<Drift | undefined> => {
  if (recording === undefined) return undefined;
  const { choices = {}, signal, listener = {} } = rehearsed;
  const tryOut = rehearsing(rehearsed);
  return driftBetween({ ...mock, recording }, deployment, {
    choices,
    ...(signal?.aborted !== true && { tryOut }),
    ...(listener.onComparing && { onTry: listener.onComparing }),
  });
};

const rehearsing =
  ({ target, profile, seed }: Rehearsed): TryOut =>
  async (checks, choices) => {
    const rehearsal = await openRehearsal(target, { choices, seed });
    const run = new RecordedRun(rehearsal.target, { seed, profile, time: rehearsal.time });
    try {
      await runChecks(run, checks);
      return run.recording();
    } finally {
      await run.close();
      await rehearsal.close();
    }
  };
