/** Every lawful alternative of the register, one at a time: what differs belongs to its gap, and never breaks a clause. */
import { beforeAll, expect, test } from 'vitest';
import { type WireGapId, defaultChoices, wireGaps } from '../../spec/gaps.ts';
import { type Side, choicesOf, driftBetween } from '../drift.ts';
import { handful, recorded, trying } from './recorded.case.ts';

const alternatives = (Object.keys(wireGaps) as WireGapId[]).flatMap((gap) =>
  Object.keys(wireGaps[gap].values)
    .filter((value) => value !== defaultChoices[gap])
    .map((value) => [gap, value] as const),
);

let plain: Side;
beforeAll(async () => {
  plain = await recorded(handful);
});

const seen: string[] = [];

test.each(alternatives)('%s: %s', async (gap, value) => {
  const deployment = await recorded(handful, { choices: { [gap]: value } });
  const { differences, observed } = await driftBetween(plain, deployment, trying());
  expect(differences.map((one) => ('gap' in one ? one.gap : one))).toEqual(differences.length === 0 ? [] : [gap]);
  if (differences.length === 0) return;
  seen.push(value);
  expect(choicesOf(observed, {}, differences)[gap]).toBe(value);
});

test('the handful of checks does see differences', () => {
  expect(seen.length).toBeGreaterThan(50);
});
