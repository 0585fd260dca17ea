/** Sockets and the budget, on a mock that stands for a deployment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { createSession, pro } from '../probes/sessions.ts';
import { deployed } from '../deployed.case.ts';
import { Run } from '../run.ts';
import { type MockTarget, type Ports, openMockTarget } from '../targets/mock.ts';
import { NotTestable, Stopped } from '../verdict.ts';

let mock: MockTarget;
beforeAll(async () => {
  mock = await openMockTarget();
});
afterAll(() => mock.close());

/** A budget for one minute of the tier pro, and a little more. */
const withBudget = async (act: (actor: Actor, run: Run) => Promise<void>): Promise<void> => {
  const target = { ...mock.target, control: undefined, webhooks: undefined, spend: { budgetUsd: 0.75 } };
  const run = new Run(target, { seed: 1, profile: 'standard' });
  try {
    await act(new Actor(run), run);
  } finally {
    await run.close();
  }
};

test('streams that are over leave room for others', () =>
  withBudget(async (actor, run) => {
    const account = await actor.main();
    for (let turn = 0; turn < 3; turn++) {
      const stream = await actor.connect(await createSession(actor, account, pro, 1));
      expect([stream.status, run.purse.spentUsd >= 0.6]).toEqual([101, true]);
      await stream.close();
    }
    await actor.balance(account);
    expect(run.purse.spentUsd).toBeLessThan(0.15);
  }));

test('a stream that runs keeps its ceiling from others', () =>
  withBudget(async (actor) => {
    const account = await actor.main();
    const stream = await actor.connect(await createSession(actor, account, pro, 1));
    const second = await createSession(actor, account, pro, 1);
    await expect(actor.connect(second)).rejects.toBeInstanceOf(Stopped);
    await stream.close();
  }));

test('a stream that is turned away costs nothing', () =>
  withBudget(async (actor, run) => {
    const session = await createSession(actor, await actor.main(), pro, 1);
    const json = { ...(session.answer?.json as object), session_token: 'rt_nobody' };
    const stranger = { ...session, ...(session.answer && { answer: { ...session.answer, json } }) };
    const stream = await actor.connect(stranger);
    expect([stream.status, run.purse.spentUsd]).toEqual([401, 0]);
  }));

test('a socket without a good token is set aside too: whoever lets it in may charge for it', async () => {
  const open: Ports = {
    admit: (next) => async (knock) => next({ ...knock, token: (await knock.session())?.token }),
  };
  const run = await deployed(open, { budgetUsd: 0.75 });
  const actor = new Actor(run);
  const [first, second] = [
    await createSession(actor, await actor.main(), pro, 1),
    await createSession(actor, await actor.main(), pro, 1),
  ];
  const stream = await actor.connect(first, { query: {}, breaks: 'no-token' });
  expect([stream.status, run.purse.reserved.length, run.purse.spentUsd >= 0.6]).toEqual([101, 1, true]);
  await expect(actor.connect(second, { query: {}, breaks: 'no-token' })).rejects.toBeInstanceOf(Stopped);
  await stream.close();
});

test('each upgrade counts as a request', async () => {
  const run = await deployed({});
  const actor = new Actor(run);
  const session = await createSession(actor, await actor.main(), pro, 1);
  const before = run.traffic.requests;
  await (await actor.connect(session)).close();
  expect(run.traffic.requests - before).toBe(1);
});

test('an address of a stream that is a mere path is no address to connect to', async () => {
  const relative: Ports = {
    present: (next) => (usual, asked) => {
      const told = next(usual, asked);
      return asked.operation === 'createLiveSwapSession' && typeof told.body === 'object'
        ? { ...told, body: { ...told.body, stream_url: '/streams/7' } }
        : told;
    },
  };
  const run = await deployed(relative);
  const actor = new Actor(run);
  const session = await createSession(actor, await actor.main(), pro, 1);
  await expect(actor.connect(session)).rejects.toBeInstanceOf(NotTestable);
  expect(run.purse.spentUsd).toBe(0);
});

test('streams that are left open are cut when the run is over', async () => {
  const run = await deployed({});
  const actor = new Actor(run);
  const stream = await actor.connect(await createSession(actor, await actor.main(), pro, 1));
  await run.close();
  expect(stream.isOpen).toBe(false);
});
