/** A server somewhere: a real deployment, or whatever else answers there. It has no clock to move, and its money is real. */
import { usualInputs } from '../inputs.ts';
import type { Input, Spend, Target, WebhookReach } from '../target.ts';

export type Deployment = {
  readonly baseUrl: string;
  readonly key: string;
  readonly secondKey?: string | undefined;
  readonly revokedKey?: string | undefined;
  readonly lowBalanceKey?: string | undefined;
  readonly webhooks?: WebhookReach | undefined;
  /** By role or by the code with which they make a job fail; the judge's own files stand in for roles that are not given. */
  readonly inputs?: { readonly [role: string]: Input };
  readonly timeScale?: number | undefined;
  readonly requestsPerMinute: number | 'off';
  readonly spend?: Spend | undefined;
};

export const deploymentTarget = async ({ inputs, timeScale = 1, ...told }: Deployment): Promise<Target> => ({
  ...told,
  timeScale,
  inputs: { ...(await usualInputs()), ...inputs },
});
