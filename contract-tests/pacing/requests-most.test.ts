/** The smoke profile sends 60 requests at the most, whatever the server does: what is left then is left out, and told. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import { deployed } from '../deployed.case.ts';
import { judgeServer } from '../judge-server.ts';
import { runChecks } from '../runner.ts';
import { deploymentTarget } from '../targets/deployment.ts';
import { type Ports, openMockTarget } from '../targets/mock.ts';
import { goneAt } from '../went-away.ts';

const smoke = allChecks.filter(({ profile }) => profile === 'smoke');

/** Every second request is over the rate: each is sent again, a minute later. */
const everySecond = (): { readonly ports: Ports; readonly arrived: () => number } => {
  let count = 0;
  return {
    ports: { limit: (next) => (paced) => (++count % 2 === 1 ? { waitMs: 1_000 } : next(paced)) },
    arrived: () => count,
  };
};

test('a server that has everything sent twice gets 60 requests, and the checks that were not made are named', async () => {
  const { ports, arrived } = everySecond();
  const run = await deployed(ports, { profile: 'smoke', budgetUsd: 'none' });
  const { outcomes, leftOut, broken, stopped } = await runChecks(run, smoke);
  expect(run.traffic.requests).toBe(60);
  expect(arrived()).toBeLessThanOrEqual(60);
  expect(broken).toEqual([]);
  expect(stopped).toBe('the 60 requests of the profile smoke are sent');
  expect(leftOut.length).toBeGreaterThan(0);
  expect(new Set(leftOut.map(({ why }) => why))).toEqual(new Set([stopped]));
  // What was sent before is judged, also by checks that come later in the catalogue.
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes.length + leftOut.length).toBe(smoke.length);
});

test('other profiles send what they need', async () => {
  const run = await deployed(everySecond().ports, { budgetUsd: 'none' });
  const { stopped } = await runChecks(run, smoke);
  expect([stopped, run.traffic.requests > 60]).toEqual([undefined, true]);
});

test('when all are sent nobody looks whether the target is there still', async () => {
  const run = await deployed(everySecond().ports, { profile: 'smoke', budgetUsd: 'none' });
  await runChecks(run, smoke);
  const [check = smoke[0]] = smoke;
  const last = run.exchanges.at(-1);
  if (check === undefined || last === undefined) throw new Error('something was sent');
  run.exchanges.push({ ...last, answer: undefined, failure: 'ECONNRESET' });
  expect(await goneAt(run, { verdict: 'not_testable', check })).toBeUndefined();
  expect(run.traffic.requests).toBe(60);
});

test('a budget adds no request to the smoke profile, for it pays nothing', async () => {
  const server = await openMockTarget({ clock: 'real', jobTime: 0.01 });
  const { url, apiKey } = server.mock;
  const spend = { budgetUsd: 5 };
  const target = await deploymentTarget({ baseUrl: url, key: apiKey, requestsPerMinute: 'off', spend });
  try {
    const order = { target, kind: 'deployment', checks: smoke, profile: 'smoke', seed: 1 } as const;
    const { requests, stopped, leftOut, money } = await judgeServer(order);
    expect([requests <= 60, stopped, leftOut, money]).toEqual([true, undefined, [], undefined]);
  } finally {
    await server.close();
  }
});
