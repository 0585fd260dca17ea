/** Servers that charge for a session when it is created: it is seen at the shortest one, and nothing longer is asked for without a budget. */
import { expect, test } from 'vitest';
import { Actor } from '../actor.ts';
import { allChecks } from '../checks.ts';
import { deciding, withEvents } from '../defects/ports.ts';
import { deployed } from '../deployed.case.ts';
import type { Run } from '../run.ts';
import { type Results, runChecks } from '../runner.ts';
import { selectChecks } from '../selection.ts';
import type { Ports } from '../targets/mock.ts';
import { memberOf } from '../reading/members.ts';
import { isSuccess } from '../wire/exchange.ts';

/** Takes a cent a minute for sessions of so many minutes and more. */
const chargingFrom = (minutes: number): Ports =>
  deciding(
    (next) => (account, world, command, moment) =>
      withEvents(next(account, world, command, moment), (events) =>
        events.flatMap((event) =>
          event.type === 'session.created' && event.session.maxDurationSeconds >= minutes * 60
            ? [event, { type: 'account.topped-up', at: event.at, micros: -event.session.maxDurationSeconds * 167 }]
            : [event],
        ),
      ),
  )();

/** In the order in which they were created. */
const minutesCreated = (run: Run): readonly unknown[] =>
  run.exchanges
    .filter((one) => one.operation?.endsWith('Session') === true && isSuccess(one))
    .map((one) => Number(memberOf(one.answer?.json, 'max_duration_sec')) / 60);

const smoke = (run: Run): Promise<Results> => runChecks(run, selectChecks(allChecks, { profile: 'smoke' }));

test('the first sessions that a deployment is asked for are the shortest, before any longer one', async () => {
  const run = await deployed({}, { budgetUsd: 'none', profile: 'smoke' });
  await smoke(run);
  expect(minutesCreated(run).slice(0, 3)).toEqual([1, 1, 240]);
});

test('where the shortest one is charged for, no other is created without a budget, and the clause is blamed', async () => {
  const run = await deployed(chargingFrom(1), { budgetUsd: 'none', profile: 'smoke' });
  const { outcomes, broken } = await smoke(run);
  expect(broken).toEqual([]);
  expect(minutesCreated(run)).toEqual([1]);
  expect(outcomes.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause)).toEqual([
    'states.full-live-swap.creation-debits-nothing',
  ]);
  expect(outcomes.find(({ check }) => check.id === 'voice-session.returns-session')?.message).toContain(
    'no more sessions are created without a budget',
  );
});

test('where the longest one alone is charged for, none follows it', async () => {
  const run = await deployed(chargingFrom(240), { budgetUsd: 'none', profile: 'smoke' });
  const { outcomes } = await smoke(run);
  expect(minutesCreated(run)).toEqual([1, 1, 240, 120]);
  expect(outcomes.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check.id)).toEqual([
    'full-live-swap.creation-debits-nothing',
  ]);
});

test('with a budget those of a server that charges for them are set aside at their ceiling', async () => {
  const run = await deployed(chargingFrom(1), { budgetUsd: 1 });
  const actor = new Actor(run);
  const account = await actor.main();
  const create = (minutes: number) =>
    actor.call(account, 'createVoiceSession', { body: { duration_minutes: minutes } });
  await create(2);
  const [{ usd, what } = { usd: 0, what: '' }] = run.purse.reserved;
  expect(what).toBe('createVoiceSession');
  expect(usd).toBeGreaterThan(0);
  await expect(create(120)).rejects.toThrow('does not cover createVoiceSession');
});

test('where no balance can be read nothing shows that they are free, and none but the shortest is created', async () => {
  const hidden: Ports = {
    present: (next) => (usual, asked) =>
      asked.operation === 'getBalance' ? { ...next(usual, asked), body: {} } : next(usual, asked),
  };
  const run = await deployed(hidden, { budgetUsd: 'none', profile: 'smoke' });
  await smoke(run);
  expect(minutesCreated(run)).toEqual([1, 1]);
});
