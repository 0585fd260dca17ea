import { expect, test } from 'vitest';
import { createMock, type MockOptions } from './index.ts';

const drop = { when: {}, then: { fault: 'request-delay' } } as const;
const named = (id: string) => ({ id, ...drop });

test.each([
  ['a balance that is no number', { balance: Number.NaN }, 'balance'],
  ['a balance below zero', { balance: -5 }, 'balance'],
  ['no place to render', { concurrency: 0 }, 'concurrency'],
  ['half a place', { concurrency: 1.5 }, 'concurrency'],
  ['a render that ends before it begins', { jobTime: -1 }, 'jobTime'],
  ['no request at all', { rateLimit: 0 }, 'rateLimit'],
  ['a port beyond the last', { port: 65_536 }, 'port'],
  ['a clock of no known pace', { clock: 'fast' as 'real' }, 'clock'],
  ['a key that nobody can send', { apiKey: '' }, 'apiKey'],
  ['a header that says something else', { signatureHeader: 'Content-Type' }, 'signatureHeader'],
  ['a header that is none', { signatureHeader: 'a b' }, 'signatureHeader'],
  [
    'a rule of faults that do not exist',
    { faults: [{ when: {}, then: { fault: 'bad-luck' as 'request-error' } }] },
    'faults: rule 1',
  ],
  ['a day that does not exist', { start: '2026-02-31' }, 'start'],
  ['a start before 1970', { start: '1969-12-31T23:59:59.999Z' }, 'in one of the years 1970 to 9998'],
  ['a start after 9998', { start: '9999-01-01' }, 'in one of the years 1970 to 9998'],
  ['an address with a password', { publicUrl: 'http://me:pw@mock.example' }, 'publicUrl'],
  ['more rules than a thousand', { faults: Array.from({ length: 1_001 }, () => drop) }, 'at most 1000 rules, got 1001'],
  ['two rules of one name', { faults: [drop, named('a'), named('a')] }, 'faults: rule 3: another rule has the id a'],
] satisfies [string, MockOptions, string][])('%s is said at once, by name', async (_title, options, name) => {
  await expect(createMock({ port: false, ...options })).rejects.toThrow(name);
});

test('a rule without an id takes none that another one has', async () => {
  const mock = await createMock({ port: false, faults: [drop, named('fault-1'), drop] });
  expect(mock.control.faults().map(({ id }) => id)).toEqual(['fault-2', 'fault-1', 'fault-3']);
  await mock.close();
});

test.each(['1970-01-01', '9998-12-31'])('a mock may begin on %s: usage and totals answer there', async (start) => {
  const mock = await createMock({ port: false, clock: 'manual', start });
  for (const path of ['/usage', '/usage/summary', '/balance']) {
    const headers = { authorization: `Bearer ${mock.apiKey}` };
    expect((await mock.fetch(mock.url + path, { headers })).status).toBe(200);
  }
  await mock.close();
});
