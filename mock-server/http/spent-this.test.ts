/** What was spent this week, month and year, as `GET /balance` tells it: each begins anew at a midnight of its own. */
import { expect, test } from 'vitest';
import { type TestMock, openMock, validBodies } from './client.case.ts';

const dayMs = 86_400_000;

/** Swaps one image, whose 0.03 USD are charged within a minute. */
const spend = async (mock: TestMock): Promise<void> => {
  await mock.post('/face-swap-image', validBodies(await mock.files())['face-swap-image']);
  await mock.clock.advance({ seconds: 60 });
};

/** Spent this week, this month and this year, in USD. */
const spentThis = async (mock: TestMock): Promise<readonly unknown[]> => {
  const balance = new Map(Object.entries((await mock.get('/balance')).body));
  return ['week', 'month', 'year'].map((period) => balance.get(`spent_this_${period}_usd`));
};

test.each([
  ['a week, on a Monday', '2026-01-05T00:00:00Z', [0, 0.03, 0.03], [0.03, 0.06, 0.06]],
  ['a month, on a Sunday', '2026-02-01T00:00:00Z', [0.03, 0, 0.03], [0.06, 0.03, 0.06]],
  ['a year, on a Friday', '2027-01-01T00:00:00Z', [0.03, 0, 0], [0.06, 0.03, 0.03]],
])(
  'where %s, begins, only what is spent from that midnight on counts for it (F17)',
  async (_what, midnight, at, after) => {
    const mock = await openMock();
    try {
      await mock.clock.advance({ to: new Date(Date.parse(midnight) - dayMs / 2).toISOString() });
      await spend(mock);
      await mock.clock.advance({ to: new Date(Date.parse(midnight) - 1).toISOString() });
      expect(await spentThis(mock)).toEqual([0.03, 0.03, 0.03]);
      await mock.clock.advance({ to: midnight });
      expect(await spentThis(mock)).toEqual(at);
      await spend(mock);
      expect(await spentThis(mock)).toEqual(after);
    } finally {
      await mock.close();
    }
  },
);
