/** What an account can hold: more than can be counted exactly is not taken. */
import { expect, test } from 'vitest';
import { open } from '../engine/simulation/bench.case.ts';
import { isRefused } from './refusal.ts';

test('money that could no longer be counted to the micro-USD is refused, and what is there stays', async () => {
  const { account, execute } = await open({ balanceMicros: Number.MAX_SAFE_INTEGER - 5 });
  const tooMuch = await execute({ type: 'top-up', micros: 6 });
  expect(isRefused(tooMuch) && tooMuch.refusal).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('top up less'),
  });
  expect((await account()).ledger.available).toBe(Number.MAX_SAFE_INTEGER - 5);
  await execute({ type: 'top-up', micros: 5 });
  expect((await account()).ledger.available).toBe(Number.MAX_SAFE_INTEGER);
});
