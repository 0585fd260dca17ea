/** Whether the histories see anything: mocks that are wrong in one way each, and every check is seen red by one of them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectDocumented } from '../choices/openapi-check.case.ts';
import type { Ports } from '../compose.ts';
import { beginningWith } from './canary.case.ts';
import { canaries } from './canaries.case.ts';
import { runHistory } from './history.case.ts';
import { logsOf } from './logs.case.ts';
import { programOf } from './programs.case.ts';

const slow = { timeout: 60_000 };

test('a mock that does not repeat itself is seen in its logs', slow, async () => {
  let count = 0;
  const ports: Ports = {
    presentWebhook: (next) => (body, facts) => next({ ...body, count: count++ }, facts),
  };
  const submit = { do: 'submit', who: 0, endpoint: 'avatar', copies: 1, callback: [200] } as const;
  const [program] = fc.sample(beginningWith([submit]), { numRuns: 1, seed: 1 });
  if (program === undefined) throw new Error('no program was drawn');
  const [one, other] = [await runHistory(program, { ports }), await runHistory(program, { ports })];
  expect(logsOf(other)).not.toEqual(logsOf(one));
});

test.each(canaries)('a mock that $does is caught', slow, async ({ wrong, breaks, after, where = programOf(12) }) => {
  const property = fc.asyncProperty(where, async (program) => {
    try {
      await runHistory(program, { fits: expectDocumented, ...wrong() });
    } finally {
      after?.();
    }
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: 300, seed: 1, endOnFailure: true });
  expect(failed).toBe(true);
  expect(errorInstance instanceof Error ? errorInstance.message : '').toMatch(breaks);
});
