import { expect, test } from 'vitest';
import { wordsOf } from '../engine/simulation/wording.case.ts';
import type { Ports } from '../ports.ts';
import { randomCalls } from './random-bodies.case.ts';

test('6,000 calls made at random get documented answers, and refusals move no money', { timeout: 60_000 }, async () => {
  const { calls, successes } = await randomCalls(6_000, 1);
  expect(calls).toBe(6_000);
  // Neither noise alone nor good calls alone would prove much.
  expect(successes).toBeGreaterThan(1_000);
  expect(successes).toBeLessThan(5_000);
});

/** Answers otherwise, where something was refused. */
const refusing = (change: (answer: Refusal) => Refusal): Ports => ({
  present: (next) => (answer, asked) =>
    next(asked.refused === undefined ? answer : { ...answer, ...change(answer) }, asked),
});
type Refusal = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown };

/** Each of its refusals costs a cent. */
const dearly = (): Ports => {
  let refusals = 0;
  return {
    present: (next) => (answer, asked) => {
      if (asked.refused !== undefined) refusals++;
      if (asked.operation !== 'getBalance' || answer.status !== 200) return next(answer, asked);
      const { balance_usd: usd, ...rest } = answer.body as { readonly balance_usd: number };
      return next({ ...answer, body: { balance_usd: usd - refusals / 100, ...rest } }, asked);
    },
  };
};

test('where money moves, the one call is named after which it was not what it should be', async () => {
  const words = await randomCalls(500, 1, dearly()).then(String, wordsOf);
  expect(words).toMatch(/balance_usd is \d+, not \d+, after (GET|POST) \S+ \(\w+\)\n/);
});

test.each<[does: string, ports: Ports]>([
  [
    'fails where it should refuse',
    refusing((answer) => ({ ...answer, status: 500, body: { error: { code: 'internal_error', message: 'No.' } } })),
  ],
  [
    'has an error that no document names',
    refusing((answer) => ({ ...answer, body: { error: { code: 'strange', message: 'No.' } } })),
  ],
  ['refuses with another status', refusing((answer) => ({ ...answer, status: 418 }))],
  [
    'refuses without a message',
    refusing((answer) => ({ ...answer, body: { error: { code: 'invalid_input', message: '' } } })),
  ],
  [
    'refuses in another type',
    refusing((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } })),
  ],
  ['takes a cent for a refusal', dearly()],
  [
    'takes a cent more for a voice clone',
    { price: (next) => (sale) => next(sale) + (sale.of === 'job' && sale.feature === 'voice_clone' ? 10_000 : 0) },
  ],
])('a mock that %s is caught', async (_does, ports) => {
  await expect(randomCalls(500, 1, ports)).rejects.toThrow();
});
