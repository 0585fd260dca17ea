import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { answering } from '../broken-targets.case.ts';
import { deployed } from '../deployed.case.ts';
import { Health } from './health.ts';
import { Run } from '../run.ts';

const silence = 'no whole answer within 30 s';

test('three requests in a row without an answer are the end of a run', () => {
  const health = new Health();
  health.saw(silence);
  health.saw(silence);
  expect(() => health.saw(silence)).toThrow('the target left 3 requests in a row unanswered');
});

test('an answer in between is a sign of life, and a cut connection says nothing', () => {
  const health = new Health();
  for (const failure of [silence, silence, undefined, silence, 'ECONNRESET: cut', silence, undefined, silence])
    health.saw(failure);
  expect(() => health.saw(silence)).not.toThrow();
});

test('a target whose answers would fill the memory is given up', async () => {
  const { origin, close } = await answering((_, response) => void response.end(' '.repeat(3_900_000)));
  const { target } = await deployed({});
  const run = new Run({ ...target, baseUrl: `${origin}/api/v1` }, { seed: 1, profile: 'standard' });
  const actor = new Actor(run);
  const ask = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count++) await actor.call(undefined, 'getPricing');
  };
  try {
    await ask(15);
    await expect(ask(10)).rejects.toThrow('come to more than 64 MB');
  } finally {
    await run.close();
    await close();
  }
});

test('a target that limits the rate whatever the pace is given up', async () => {
  const run = await deployed({ limit: () => () => ({ waitMs: 1_000 }) });
  const actor = new Actor(run);
  const account = await actor.main();
  for (const _ of [1, 2]) await actor.call(account, 'getBalance');
  await expect(actor.call(account, 'getBalance')).rejects.toThrow('429 rate_limited 3 times in a row');
  expect(run.exchanges).toHaveLength(6);
});

test('a signal cuts off what is under way, and nothing more is sent (F71)', async () => {
  let asked = 0;
  const server = createServer(() => {
    asked++;
    interruption.abort();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const interruption = new AbortController();
  const { target } = await deployed({});
  const { port } = server.address() as AddressInfo;
  const run = new Run(
    { ...target, baseUrl: `http://127.0.0.1:${port}/api/v1` },
    { seed: 1, profile: 'standard', signal: interruption.signal },
  );
  const actor = new Actor(run);
  const account = await actor.main();
  await expect(actor.call(account, 'getBalance')).rejects.toThrow('it was interrupted');
  await expect(actor.call(account, 'getBalance')).rejects.toThrow('it was interrupted');
  await expect(run.pass(60)).rejects.toThrow('it was interrupted');
  expect(asked).toBe(1);
  await run.close();
  server.closeAllConnections();
  server.close();
});
