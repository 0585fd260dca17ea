/** How a story says what is so without a step, to somebody who watches it being played. */
import { expect, test } from 'vitest';
import { storyOf } from '../../scenarios/load.ts';
import { headText } from './text.ts';
import { setting } from './words.ts';

const plain = { bold: String, dim: String, green: String, red: String, yellow: String };

test('what is given, each fault and each thing that happens by itself has a line; the clock is said elsewhere', () => {
  const { story } = storyOf({
    title: 'T',
    about: 'A client waits.',
    given: { clock: '20x', balance: 0.05, capacity: { tiers: { pro: false } } },
    faults: [{ when: { operation: 'submitAvatar', nth: 1 }, then: { fault: 'request-error', code: 'at_capacity' } }],
    timeline: [
      { at: '10m', revoke_key: 'main' },
      { after: { endpoint: 'submit', status: '2xx' }, later: '30s', clear_faults: true },
      { after: { code: 'insufficient_balance' }, fault: { when: {}, then: { fault: 'job-slow' } }, by: 'main' },
    ],
  });
  expect(setting(story)).toEqual([
    'given balance 0.05, capacity {tiers: {pro: false}}',
    'fault request-error (code at_capacity) when operation submitAvatar, nth 1',
    'by itself at 10m: revoke key main',
    'by itself after endpoint submit, status 2xx, 30s later: clear faults',
    'by itself after code insufficient_balance: fault job-slow, by main',
  ]);
  const head = { title: 'T', name: 't', where: 'a mock' };
  expect(headText({ ...head, setting: ['given balance 1'] }, plain)).toBe(
    'T\nt, played on a mock\n  given balance 1\n\n',
  );
  expect(headText(head, plain)).toBe('T\nt, played on a mock\n\n');
});

test('a story of steps alone has no such line', () => {
  expect(setting(storyOf({ title: 'T', about: 'A client waits.' }).story)).toEqual([]);
});
