/** A hundred thousand connections that bring noise, halves of requests, and requests with bytes changed: the mock is as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOr, withSeed } from '../engine/simulation/replay.case.ts';
import { type TestMock, openMock } from './client.case.ts';
import { expectTurnedAway, makeNoise } from './noise.case.ts';

const connections = 100_000;
const seed = seedOr(6);

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock({ port: 0 });
});
afterAll(() => mock.close());

test('100,000 connections of noise leave the mock as it was (F31)', () =>
  withSeed(seed, async () => {
    const before = await mock.money();
    const statuses = await makeNoise(Number(new URL(mock.url).port), {
      connections,
      atOnce: 500,
      seed,
      patienceMs: 300,
    });
    expectTurnedAway(statuses, connections);
    expect(await mock.money()).toBe(before);
    expect(mock.failures).toEqual([]);
    process.stdout.write(
      `${connections} connections: ${JSON.stringify(Object.fromEntries([...statuses].sort(([one], [other]) => one.localeCompare(other))))}\n`,
    );
  }));
