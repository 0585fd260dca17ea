import { expect, test } from 'vitest';
import { mix } from './mix.ts';
import { RecentResults } from './recent-results.ts';

const limits = { bytesMax: 1_000, bytesEachMax: 300 };
const filled = (length: number, byte = 1): Uint8Array => new Uint8Array(length).fill(byte);

test('what was kept comes back, and nothing else does', () => {
  const recent = new RecentResults(limits);
  recent.keep('a', filled(100, 1));
  recent.keep('b', filled(100, 2));
  expect(recent.get('a')).toEqual(filled(100, 1));
  expect(recent.get('b')).toEqual(filled(100, 2));
  expect(recent.get('c')).toBeUndefined();
});

test('where there is no room for all, what was not asked for the longest goes', () => {
  const recent = new RecentResults(limits);
  for (const spec of ['a', 'b', 'c']) recent.keep(spec, filled(290));
  recent.get('a');
  recent.keep('d', filled(290));
  expect(['a', 'b', 'c', 'd'].filter((spec) => recent.get(spec) !== undefined)).toEqual(['a', 'c', 'd']);
});

test('a result that is too large is not kept, nor one that follows from too much', () => {
  const recent = new RecentResults(limits);
  recent.keep('a', filled(298));
  recent.keep('b', filled(299));
  recent.keep('c'.repeat(200), filled(1));
  expect(['a', 'b', 'c'.repeat(200)].map((spec) => recent.get(spec)?.length)).toEqual([298, undefined, undefined]);
});

test('a result that comes again takes its room once', () => {
  const recent = new RecentResults(limits);
  for (let time = 0; time < 10; time++) recent.keep('a', filled(100, time));
  expect([recent.get('a'), recent.bytes]).toEqual([filled(100, 9), 102]);
});

test('a piece of something larger is kept without it', () => {
  const recent = new RecentResults(limits);
  recent.keep('a', filled(5_000).subarray(10, 110));
  expect(recent.get('a')?.buffer.byteLength).toBe(100);
});

test('however many come, they take no more room than they may', () => {
  const recent = new RecentResults(limits);
  for (let index = 0; index < 5_000; index++) {
    recent.keep(`job ${mix(1, index) % 400}`, filled(mix(2, index) % 350));
    recent.get(`job ${mix(3, index) % 400}`);
    expect(recent.bytes).toBeLessThanOrEqual(limits.bytesMax);
  }
  expect(recent.bytes).toBeGreaterThan(limits.bytesMax / 2);
});
