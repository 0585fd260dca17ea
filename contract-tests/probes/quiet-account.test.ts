/** Quiet accounts on a mock that stands for a deployment, where there is one account for all: what others left behind does not show in it. */
import { expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { deployed } from '../deployed.case.ts';
import { perform } from '../model/perform.ts';
import { billingAccount } from './billing.ts';
import { quietAccount } from './quiet-account.ts';
import { createSession, pro } from './sessions.ts';

const lateSettling = { choices: { 'session-settle-delay': '2s' } } as const;

/** Some seconds of a stream, whose charge comes when it has been over for a while. */
const leaveAStream = async (actor: Actor): Promise<void> => {
  const stream = await actor.connect(await createSession(actor, await actor.main(), pro, 1));
  await actor.run.pass(20);
  await stream.close();
};

test.each([
  ['quiet account', quietAccount],
  ['account of billed jobs', billingAccount],
])('the %s is quiet at each use: a stream that another check has left is paid for', async (_, take) => {
  const run = await deployed({}, {}, lateSettling);
  for (let use = 0; use < 3; use++) {
    const actor = new Actor(run);
    const account = await take(actor);
    const before = await actor.balance(account);
    await run.pass(30);
    expect([use, (await actor.balance(account)).leftMicros]).toEqual([use, before.leftMicros]);
    await leaveAStream(new Actor(run));
  }
});

test('a history does not pay for the stream that another check has left', async () => {
  const run = await deployed({}, {}, lateSettling);
  await leaveAStream(new Actor(run));
  const { accounts } = await perform(run, [{ do: 'wait', seconds: 30 }]);
  expect(accounts.map(({ before, after }) => before.leftMicros - after.leftMicros)).toEqual([0]);
});

test('it does not wait where no stream has ended since it was quiet', async () => {
  const run = await deployed({}, {}, lateSettling);
  const actor = new Actor(run);
  await quietAccount(actor);
  const { waitedSeconds } = run;
  const account = await quietAccount(actor);
  await createSession(actor, account, pro, 1);
  await quietAccount(actor);
  expect(run.waitedSeconds).toBe(waitedSeconds);
});
