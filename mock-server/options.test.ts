import { expect, test } from 'vitest';
import { createMock, type MockOptions } from './index.ts';

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
] satisfies [string, MockOptions, string][])('%s is said at once, by name', async (_title, options, name) => {
  await expect(createMock({ port: false, ...options })).rejects.toThrow(name);
});
