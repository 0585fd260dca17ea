/** Plans for a deployment to which a user gives all that can be given. */
import type { Mock } from '../mock-server/index.ts';
import type { Profile } from './check.ts';
import { allChecks } from './checks.ts';
import { readRates } from './money/rates.ts';
import { type Plan, makePlan } from './plan.ts';
import { selectChecks } from './selection.ts';
import type { Spend } from './target.ts';
import { deploymentTarget } from './targets/deployment.ts';

type Planned = {
  readonly profile: Profile;
  readonly spend?: Spend | undefined;
  readonly timeScale?: number | undefined;
  readonly only?: readonly string[];
};

/** At the rates of the mock and sixty requests a minute. */
export const plannedFor = async (
  { url, apiKey, webhookSecret }: Mock,
  { profile, spend, timeScale, only }: Planned,
): Promise<Plan> => {
  const rates = readRates(await (await fetch(`${url}/pricing`)).json());
  const target = await deploymentTarget({
    baseUrl: url,
    key: apiKey,
    secondKey: 'second',
    revokedKey: 'revoked',
    lowBalanceKey: 'poor',
    webhooks: { secret: webhookSecret, header: 'Service-Signature', port: 0 },
    requestsPerMinute: 60,
    spend,
    timeScale,
  });
  return makePlan(target, selectChecks(allChecks, { profile, ...(only && { only }) }), { profile, seed: 1, rates });
};
