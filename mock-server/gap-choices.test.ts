/** Choices for gaps: made by hand, drawn from the seed, or both. */
import { expect, test } from 'vitest';
import { defaultChoices, wireGaps } from '../spec/gaps.ts';
import { changedChoices, completeChoices } from './gap-choices.ts';
import { createMock } from './index.ts';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test('a shuffle gives every gap a value of its own list, the same for the same seed', () => {
  for (const seed of seeds) {
    const drawn = completeChoices({}, seed);
    expect(Object.keys(drawn)).toEqual(Object.keys(wireGaps));
    for (const [id, value] of Object.entries(drawn)) {
      expect(Object.keys(wireGaps[id as keyof typeof wireGaps].values)).toContain(value);
    }
    expect(completeChoices({}, seed)).toEqual(drawn);
  }
});

test('every value of every gap is drawn by some seed', () => {
  const drawn = seeds.map((seed) => completeChoices({}, seed));
  for (const [id, { values }] of Object.entries(wireGaps)) {
    expect(new Set(drawn.map((choices) => choices[id as keyof typeof wireGaps])), id).toEqual(
      new Set(Object.keys(values)),
    );
  }
});

test('a choice made by hand goes before the draw and changes no other', () => {
  const drawn = completeChoices({}, 1);
  for (const value of Object.keys(wireGaps['error-body'].values) as (typeof drawn)['error-body'][]) {
    expect(completeChoices({ 'error-body': value }, 1)).toEqual({ ...drawn, 'error-body': value });
  }
});

test('a mock says which choices are in force', async () => {
  const mocks = await Promise.all([
    createMock({ port: false }),
    createMock({ port: false, choices: { 'error-body': 'flat' } }),
    createMock({ port: false, seed: 3, variants: 'shuffle', choices: { 'error-body': 'flat' } }),
  ]);
  const [plain, chosen, shuffled] = mocks.map(({ choices }) => choices);
  expect(plain).toEqual(defaultChoices);
  expect(changedChoices(chosen ?? defaultChoices)).toEqual({ 'error-body': 'flat' });
  expect(shuffled).toEqual(completeChoices({ 'error-body': 'flat' }, 3));
  await Promise.all(mocks.map((mock) => mock.close()));
});

test.each([
  ['eror-body', 'flat', 'there is no gap eror-body: did you mean error-body?'],
  ['nonsense-of-mine', 'flat', 'there is no gap nonsense-of-mine'],
  ['error-body', 'flatt', 'the gap error-body must be one of nested, flat, problem, list, got flatt'],
  ['toString', 'x', 'there is no gap toString'],
])('%s=%s makes no mock, and it is said what there is', async (id, value, message) => {
  await expect(createMock({ port: false, choices: { [id]: value } })).rejects.toThrow(message);
});
