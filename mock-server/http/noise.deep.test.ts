/** A hundred thousand connections that bring noise, halves of requests, and requests with bytes changed: nobody is charged but for what was taken. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOr, withSeed } from '../engine/simulation/replay.case.ts';
import { type BilledMock, expectBilled, openBilledMock } from './noise-bill.case.ts';
import { type Statuses, expectTurnedAway, makeNoise } from './noise.case.ts';

const connections = 100_000;
const seed = seedOr(6);

let mock: BilledMock;
beforeAll(async () => {
  mock = await openBilledMock();
});
afterAll(() => mock.close());

test('100,000 connections of noise are turned away, and charged are only jobs that were answered with 202 (F31)', () =>
  withSeed(seed, async () => {
    const heard = await makeNoise(Number(new URL(mock.url).port), {
      connections,
      atOnce: 500,
      seed,
      patienceMs: 300,
      apiKey: mock.apiKey,
      files: await mock.files(),
    });
    expectTurnedAway(heard, connections);
    // Else none of it got past authentication and the checks of the body, and little is shown.
    expect(mock.taken.size).toBeGreaterThan(connections / 1_000);
    await expectBilled(mock);
    expect(mock.failures).toEqual([]);
    process.stdout.write(
      `${connections} connections: strangers ${told(heard.strangers)}, with a key ${told(heard.keyed)}; ${mock.taken.size} jobs\n`,
    );
  }));

const told = (statuses: Statuses): string =>
  JSON.stringify(Object.fromEntries([...statuses].sort(([one], [other]) => one.localeCompare(other))));
