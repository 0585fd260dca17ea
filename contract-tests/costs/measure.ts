/** `npm run costs`: runs every check on a mock, in their order, and writes down what each of them added to the run. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Costs } from '../check.ts';
import { allChecks } from '../checks.ts';
import { makePlan } from '../plan.ts';
import { openMockTarget } from '../targets/mock.ts';

export const measureCosts = async (): Promise<Costs> => {
  const { target, close } = await openMockTarget();
  try {
    const { checks } = await makePlan(target, allChecks, { profile: 'deep', seed: 1, rates: {} });
    return Object.fromEntries(checks.map(({ check, requests, paidCalls }) => [check.id, [requests, paidCalls]]));
  } finally {
    await close();
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = Object.entries(await measureCosts()).map(
    ([id, [requests, paid]]) => `  '${id}': [${requests}, ${paid}],`,
  );
  writeFileSync(
    new URL('costs.ts', import.meta.url),
    `/** Written by \`npm run costs\`: requests and paid calls of each check, beyond those that the checks before it have made. */
import type { Costs } from '../check.ts';

export const costs: Costs = {
${rows.join('\n')}
};
`,
  );
}
