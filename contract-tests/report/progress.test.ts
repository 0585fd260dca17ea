/** Progress on a terminal: one line that changes. */
import { expect, test } from 'vitest';
import { pricingChecks } from '../checks/pricing.ts';
import { progressOn } from './progress.ts';

const begun = { checks: 523, seed: 77 };
const seedLine = 'Seed 77, 523 checks. The same draws again: --seed 77\n';

test('while drift is explained, the line tells how far that is', () => {
  const written: string[] = [];
  let now = 0;
  const bar = progressOn({ isTTY: true, columns: 200, write: (text) => written.push(text) }, begun, () => (now += 60));
  bar.comparing(0, 40);
  bar.comparing(7, 40);
  bar.clear();
  expect(written.map((text) => text.replaceAll('\r\u001b[2K', ''))).toEqual([
    seedLine,
    'drift: trying lawful mock 1 of up to 40, to find what the deployment does',
    'drift: trying lawful mock 8 of up to 40, to find what the deployment does',
    '',
  ]);
});

test.each([true, false])('before anything else a line that stays names the seed, on a terminal: %s (F71)', (isTTY) => {
  const written: string[] = [];
  let now = 0;
  const bar = progressOn({ isTTY, columns: 200, write: (text) => written.push(text) }, begun, () => (now += 10_000));
  bar.comparing(0, 40);
  bar.clear();
  expect(written[0]).toBe(seedLine);
  expect(written[1]).toContain('drift: trying');
});

test('elsewhere than on a terminal a line comes now and then, and none is taken away', () => {
  const written: string[] = [];
  let now = 0;
  const bar = progressOn({ write: (text) => written.push(text) }, begun, () => now);
  for (now of [0, 9_999, 10_000]) bar.comparing(now, 40_000);
  bar.clear();
  expect(written).toEqual([
    seedLine,
    expect.stringMatching(/^drift: trying lawful mock 1 of .*\n$/),
    expect.stringMatching(/^drift: trying lawful mock 10001 of .*\n$/),
  ]);
});

const pricing = pricingChecks.find(({ id }) => id === 'pricing.public');
if (pricing === undefined) throw new Error('there is a check of the prices');

test.each([
  ['a terminal of no known width', { isTTY: true, columns: 0 }, 0.2, '1/7 pricing.public · less than a second left'],
  ['a narrow one', { isTTY: true, columns: 12 }, 30, '1/7 pricing'],
])('on %s the line is as long as it may be', (_where, output, leftSeconds, line) => {
  const written: string[] = [];
  const bar = progressOn({ ...output, write: (text) => written.push(text) }, begun);
  bar.show({ done: 0, total: 7, running: pricing, spentUsd: 0, leftSeconds });
  expect(written[1]?.replace('\r\u001b[2K', '')).toBe(line);
});
