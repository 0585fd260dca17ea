import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownWith, requestOf } from '../lawful/requests.case.ts';
import { type Breaks, expectAsClaimed } from '../lawful/requests.ts';
import { limitField } from '../probes/queries.ts';
import { brokenText, brokenTexts, fittingNumber, fittingTexts, unreadableTime, unreadableTimes } from './query.ts';

const expectClaim = (name: string, text: string | readonly string[], breaks: Breaks | undefined): void => {
  const query = new URLSearchParams([text].flat().map((one): [string, string] => [name, one]));
  const request = requestOf('listUsage', { search: `?${query.toString()}` });
  expect(() => expectAsClaimed(knownWith(), 'listUsage', request, breaks), String(text)).not.toThrow();
};

test('the limit of usage is a whole number from 1 to 500', () => {
  expect(limitField).toEqual({ name: 'limit', isRequired: false, type: 'integer', minimum: 1, maximum: 500 });
});

test('limits that fit are lawful, the ends of the range first', () => {
  expect(fittingTexts(limitField).slice(0, 2)).toEqual([1, 500]);
  for (const limit of fittingTexts(limitField)) expectClaim('limit', String(limit), undefined);
  fc.assert(
    fc.property(fittingNumber(limitField), (limit) => expectClaim('limit', String(limit), undefined)),
    { numRuns: 200, seed: 1 },
  );
});

test('limits that are none break what they say, the one beyond the range first', () => {
  expect(brokenTexts(limitField)[0]).toEqual({ text: '501', breaks: 'gap:usage-limit-over' });
  for (const { text, breaks } of brokenTexts(limitField)) expectClaim('limit', text, breaks);
  fc.assert(
    fc.property(brokenText(limitField), ({ text, breaks }) => expectClaim('limit', text, breaks)),
    { numRuns: 500, seed: 1 },
  );
});

test('times that are none can be read in no format', () => {
  const breaks = 'gap:date-filter-unreadable';
  for (const text of unreadableTimes) expectClaim('from', text, breaks);
  fc.assert(
    fc.property(unreadableTime, (text) => expectClaim('to', text, breaks)),
    { numRuns: 500, seed: 1 },
  );
});
