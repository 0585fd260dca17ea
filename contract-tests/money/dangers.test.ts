/** Servers by which more could be spent than the budget allows. */
import { expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { deployed } from '../deployed.case.ts';
import type { Ports } from '../targets/mock.ts';
import { isSuccess, statusOf } from '../wire/exchange.ts';
import { BalanceWatch } from './by-balance.ts';

const refusal = (status: number, code: string): { status: number; body: unknown } => ({
  status,
  body: { error: { code, message: 'No.' } },
});

/** So many submits are answered so, whatever became of them. */
const submitsAnswered = (times: number, answer: ReturnType<typeof refusal>): Ports => {
  let left = times;
  return {
    present: (next) => (usual, asked) => {
      const told = next(usual, asked);
      return asked.operation?.startsWith('submit') === true && left-- > 0 ? { ...told, ...answer } : told;
    },
  };
};

test('what is sent again after a 429 is set aside as well, and settled when its job ends', async () => {
  const limited: Ports = {
    limit: (next) => {
      let left = 1;
      return (paced) => (paced.operation === 'submitFaceSwapImage' && left-- > 0 ? { waitMs: 1_000 } : next(paced));
    },
  };
  const run = await deployed(limited);
  const actor = new Actor(run);
  const submitted = await actor.submit(await actor.main(), 'face-swap-image');
  expect(isSuccess(submitted)).toBe(true);
  expect(run.purse.reserved).toHaveLength(2);
  expect(run.purse.spentUsd).toBeGreaterThan(0);
  await actor.follow(await actor.main(), submitted);
  expect(run.purse.spentUsd).toBeCloseTo(0.03, 9);
});

test('what is charged for what was refused counts as spent, as soon as the balance is looked at', async () => {
  const run = await deployed(submitsAnswered(5, refusal(402, 'insufficient_balance')), { budgetUsd: 0.2 });
  const actor = new Actor(run);
  const account = await actor.main();
  const watch = new BalanceWatch(run, 100_000);
  for (let count = 0; count < 5; count++) {
    expect(statusOf(await actor.submit(account, 'face-swap-image'))).toBe(402);
  }
  expect(run.purse.spentUsd).toBe(0);
  await run.pass(60);
  await watch.look();
  expect(run.purse.spentUsd).toBeCloseTo(0.15, 9);
  expect(run.purse.covers(0.06)).toBe(false);
  expect((await watch.settled()).remark).toContain('something was charged that must not be');
});

test('the key goes to nobody but the service', async () => {
  const elsewhere: Ports = {
    present: (next) => (usual, asked) => {
      const told = next(usual, asked);
      return asked.operation === 'submitFaceSwapImage' && typeof told.body === 'object'
        ? { ...told, body: { ...told.body, status_url: 'http://127.0.0.2:9/api/v1/jobs/j' } }
        : told;
    },
  };
  const run = await deployed(elsewhere);
  const actor = new Actor(run);
  const submitted = await actor.submit(await actor.main(), 'face-swap-image');
  await expect(actor.look(await actor.main(), submitted)).rejects.toThrow(
    'one of 127.0.0.2:9: the key is not sent there',
  );
  expect(run.exchanges.at(-1)?.request.url).not.toContain('127.0.0.2');
});
