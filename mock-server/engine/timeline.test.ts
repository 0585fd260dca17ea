import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

test('the account that is due first comes first, whatever was set and cleared before', () => {
  const step = fc.record({
    accountId: fc.constantFrom('a1', 'a2', 'a3', 'a4', 'a5'),
    at: fc.option(fc.nat(6), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const timeline = new Timeline();
      let list: { accountId: string; at: number }[] = [];
      for (const { accountId, at } of steps) {
        timeline.set(accountId, at);
        list = list.filter((entry) => entry.accountId !== accountId);
        if (at !== undefined) list = [...list, { accountId, at }].sort((one, other) => one.at - other.at);
        expect(timeline.next()).toEqual(list[0]);
      }
    }),
  );
});

test('what is planned comes at its instant, before what is due then, and in the order in which it was planned', async () => {
  const timeline = new Timeline();
  const done: string[] = [];
  const plan = (name: string, at: number): void => timeline.plan(at, async () => void done.push(name));
  plan('late', 9);
  timeline.set('a1', 5);
  plan('first', 5);
  plan('second', 5);
  for (let next = timeline.next(); next !== undefined; next = timeline.next()) {
    if ('accountId' in next) {
      done.push(next.accountId);
      timeline.set(next.accountId, undefined);
    } else await timeline.take(next)();
  }
  expect(done).toEqual(['first', 'second', 'a1', 'late']);
});
