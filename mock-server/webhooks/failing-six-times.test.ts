/** Whether failing receivers show anything: mocks that send too often, too seldom, or tell of it otherwise. */
import { expect, test } from 'vitest';
import type { Ports } from '../ports.ts';
import { type Failing, failSixTimes } from './failing-six-times.case.ts';

const receivers: Readonly<Record<string, Failing>> = {
  resets: { answer: (socket) => socket.resetAndDestroy(), seen: /^reset/ },
  'answers 500': { answer: (socket) => socket.end('HTTP/1.1 500 No\r\n\r\n'), seen: /^500$/ },
};
const run = (ports: Ports = {}) => failSixTimes(receivers, 2, ports);

test('two receivers that fail get six attempts for each delivery', async () => {
  expect(await run()).toEqual({ deliveries: 6, attempts: 24 });
});

test.each<[does: string, ports: Ports, breaks: RegExp]>([
  [
    'sends each webhook twice',
    {
      deliver: (next) => (attempt) => {
        const { requests } = next(attempt);
        return { requests: [...requests, ...requests] };
      },
    },
    /heard/,
  ],
  [
    'gives up after five attempts',
    { nextAttempt: (next) => (failed) => (failed.number === 5 ? undefined : next(failed)) },
    /attempts/,
  ],
  ['takes a 500 for a success', { isSuccess: () => (outcome) => outcome.kind === 'answered' }, /abandoned/],
  ['never takes an answer for a success', { isSuccess: () => () => false }, /delivered/],
  [
    'gives each attempt an id of its own',
    {
      presentWebhook: (next) => (body, facts) =>
        next({ ...body, delivery_id: `${facts.deliveryId}-${facts.attempt}` }, facts),
    },
    /deliveries/,
  ],
])('a mock that %s is caught', async (_does, ports, breaks) => {
  const error: unknown = await run(ports).catch((reason: unknown) => reason);
  expect(`${String(error)} ${JSON.stringify(error)}`).toMatch(breaks);
});
