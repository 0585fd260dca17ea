import { expect, test } from 'vitest';
import { priceIn } from './rate-card.ts';

test.each([
  ['by feature', { face_swap_image: { unit: 'image', usd: 0.03 } }],
  ['in a list', [{ feature: 'face_swap_image', usd_per_image: 0.03 }]],
  ['inside', { currency: 'USD', rates: { face_swap_image: { object: 'rate', usd_per_image: 0.03 } } }],
  ['with a suffix', { face_swap: { unit: 'second', usd: 9 }, face_swap_image_v1: { unit: 'image', usd: 0.03 } }],
])('a price is found that is told %s', (_, body) => {
  expect(priceIn(body, 'face_swap_image')).toEqual({ unit: 'image', usd: 0.03 });
});

test('a feature is not taken for another whose name begins like it', () => {
  const body = { full_live_swap_standard: { unit: 'second', usd: 1 }, face_swap_image_v1: { unit: 'image', usd: 2 } };
  expect([priceIn(body, 'full_live_swap'), priceIn(body, 'face_swap')]).toEqual([undefined, undefined]);
});

test.each([
  ['two prices', { usd: 1, usd_minimum: 2, unit: 'second' }],
  ['no unit', { usd: 1 }],
  ['two units', { usd: 1, per: 'second', cap: 'minute' }],
  ['no price', { unit: 'second' }],
])('an entry with %s says nothing for sure', (_, entry) => {
  expect(priceIn({ voice_clone: entry }, 'voice_clone')).toBeUndefined();
});

test('the price of a thousand characters is known by either layout', () => {
  expect(priceIn({ voice_clone: { unit: '1000_characters', usd: 0.05 } }, 'voice_clone')?.unit).toBe('1000_characters');
  expect(priceIn({ voice_clone: { usd_per_1000_characters: 0.05 } }, 'voice_clone')?.unit).toBe('1000_characters');
});
