import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountWith, stream } from './account.case.ts';
import { fundsRunOutAt, spendable } from './unheld.ts';

const now = Date.UTC(2026, 0, 1);

test('money that is set aside for a stream is not counted twice', () => {
  const account = accountWith(100, now);
  stream(account, 'one', now, 1, 60);
  expect(spendable(account, now + 30_000)).toBe(40);
  expect(fundsRunOutAt(account)).toBe(Number.POSITIVE_INFINITY);
});

test('what a stream without a hold has cost so far is spoken for, a begun micro-USD too', () => {
  const account = accountWith(100, now);
  stream(account, 'one', now, 3);
  expect([0, 1, 333, 334, 10_000].map((ms) => spendable(account, now + ms))).toEqual([100, 99, 99, 98, 70]);
});

test('money lasts for the last whole millisecond that it pays for', () => {
  const account = accountWith(100, now);
  stream(account, 'one', now, 3_000);
  // 3 a millisecond: the 33rd can be paid for, the 34th cannot.
  expect(fundsRunOutAt(account)).toBe(now + 33);
});

test('a stream that costs nothing never runs out of money', () => {
  const account = accountWith(0, now);
  stream(account, 'one', now, 0);
  expect(fundsRunOutAt(account)).toBe(Number.POSITIVE_INFINITY);
});

test('without any money a stream is over when it begins', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(86_400_000), (secondMicros, later) => {
      const account = accountWith(0, now);
      stream(account, 'one', now + later, secondMicros);
      expect(fundsRunOutAt(account)).toBe(now + later);
    }),
  );
});

test('however many streams share the money, not a micro-USD and not a millisecond is lost', () => {
  const streams = fc.array(fc.record({ secondMicros: fc.nat(20_000), wait: fc.nat(40_000) }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(streams, fc.integer({ min: 0, max: 5_000_000 }), fc.nat(40_000), (list, balance, later) => {
      const account = accountWith(balance, now);
      let at = now;
      const began: [secondMicros: bigint, at: bigint][] = [];
      for (const [index, { secondMicros, wait }] of list.entries()) {
        at += wait;
        stream(account, `sess_${index}`, at, secondMicros);
        began.push([BigInt(secondMicros), BigInt(at)]);
      }
      const cost = (time: bigint): bigint => began.reduce((sum, [price, from]) => sum + price * (time - from), 0n);
      const spent = (cost(BigInt(at + later)) + 999n) / 1000n;
      expect(spendable(account, at + later)).toBe(Math.max(0, balance - Number(spent)));

      const end = fundsRunOutAt(account);
      expect(Number.isFinite(end)).toBe(list.some(({ secondMicros }) => secondMicros > 0));
      if (!Number.isFinite(end)) return;
      const money = 1000n * BigInt(balance);
      expect(cost(BigInt(end)) <= money && cost(BigInt(end) + 1n) > money).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
