/** Shows a defect, as a deployment has it, to the checks that caught it on a mock with control: how many of them catch it there says how far the measured power holds there. */
import type { Check } from '../check.ts';
import type { Defect } from '../defects/defect.ts';
import { needsUnmet } from '../offers.ts';
import { Run } from '../run.ts';
import { runChecks } from '../runner.ts';
import { openMockTarget } from '../targets/mock.ts';
import { isFinding } from '../verdict.ts';
import { asDeployment } from './as-deployment.ts';
import type { WireTo } from './memory-wire.ts';

export type Shown = {
  /** Ids of the checks that can be run there, and of those that saw it under its own clause. */
  readonly checks: readonly string[];
  readonly caughtBy: readonly string[];
};

export const showAsDeployment = async (
  defect: Defect,
  checks: readonly Check[],
  seed: number,
  wireTo: WireTo,
): Promise<Shown> => {
  const opened = await openMockTarget({ seed, onFailure: () => undefined, ...defect.options }, defect.ports());
  try {
    const { target, time } = await asDeployment(opened);
    const run = new Run(target, { seed, profile: 'standard', time, wire: wireTo(target) });
    try {
      const able = checks.filter((check) => needsUnmet(check, run) === undefined);
      const { outcomes } = await runChecks(run, able);
      const caught = outcomes.filter((one) => isFinding(one) && one.clause === defect.clause);
      return { checks: able.map(({ id }) => id), caughtBy: caught.map(({ check }) => check.id) };
    } finally {
      await run.close();
    }
  } finally {
    await opened.close();
  }
};
