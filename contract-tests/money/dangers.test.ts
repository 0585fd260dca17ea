/** Servers by which more could be spent than the budget allows. */
import { expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { deployed, submitsOf } from '../deployed.case.ts';
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

test('who charges for all that it refuses is stopped by the budget in the middle of a check', async () => {
  const run = await deployed(submitsAnswered(100, refusal(402, 'insufficient_balance')), { budgetUsd: 0.2 });
  const actor = new Actor(run);
  const account = await actor.main();
  const watch = new BalanceWatch(run, 100_000);
  const submitsUntilStopped = async (): Promise<void> => {
    for (;;) {
      await actor.submit(account, 'face-swap-image');
      await run.pass(60);
    }
  };
  await expect(submitsUntilStopped()).rejects.toThrow('the budget of 0.2 USD does not cover submitFaceSwapImage');
  // Six are covered, and it is looked at after five and ten.
  expect(submitsOf(run)).toHaveLength(10);
  expect((await watch.settled()).byBalanceUsd).toBeCloseTo(0.3, 9);
});

test('an invalid submit that names no file is set aside as well, at what it would cost if it were taken', async () => {
  const run = await deployed({}, { budgetUsd: 0.02 });
  const actor = new Actor(run);
  const nothing = { ...actor.bodyOfNothing('face-swap-image'), image_key: 7 };
  const submit = actor.call(await actor.main(), 'submitFaceSwapImage', { body: nothing, breaks: 'field:image_key' });
  await expect(submit).rejects.toThrow('the budget of 0.02 USD does not cover submitFaceSwapImage');
  expect(submitsOf(run)).toEqual([]);
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
