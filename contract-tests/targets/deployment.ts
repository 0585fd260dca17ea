/** A server somewhere: a real deployment, or whatever else answers there. It has no clock to move, and its money is real. */
import { usualInputs } from '../inputs.ts';
import type { Input, Target } from '../target.ts';

export type Deployment = Omit<Target, 'control' | 'ca' | 'inputs' | 'timeScale'> & {
  /** By role or by the code with which they make a job fail; the judge's own files stand in for roles that are not given. */
  readonly inputs?: { readonly [role: string]: Input };
  readonly timeScale?: number | undefined;
};

export const deploymentTarget = async ({ inputs, timeScale = 1, ...told }: Deployment): Promise<Target> => ({
  ...told,
  timeScale,
  inputs: { ...(await usualInputs()), ...inputs },
});
