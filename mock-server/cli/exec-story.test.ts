/** How `exec` tells of a claim that does not come true: what is claimed, where, and what was seen instead, in lines that a person reads. */
import { expect, test } from 'vitest';
import type { ClaimVerdict } from '../../scenarios/judge.ts';
import { claimLines, heldLines } from './exec-story.ts';

const claim: ClaimVerdict = {
  verdict: 'violated',
  expected: 'no requests, sent within 1s after a request rate_limited',
  seen: '1 of 3: balance 200; 2 × voices 429 rate_limited',
  why: 'At rate_limited it holds back everything.',
  where: '/stories/two-kinds-of-429.yaml:23:5',
};

test('a claim that does not hold is told in lines: what is at stake, where it stands, what was expected, what was seen', () => {
  expect(claimLines('two-kinds-of-429', claim)).toBe(
    [
      'two-kinds-of-429: a claim does not hold',
      '  claim     At rate_limited it holds back everything.',
      '  at        /stories/two-kinds-of-429.yaml:23:5',
      '  expected  no requests, sent within 1s after a request rate_limited',
      '  seen      1 of 3: balance 200; 2 × voices 429 rate_limited',
    ].join('\n'),
  );
});

test('a claim of which nothing can be said has its reason, and one without a reason for being made has no line for it', () => {
  const { why: _, ...bare } = claim;
  const told = claimLines('a', { ...bare, why: undefined, verdict: 'not_judged', seen: 'the journal forgot it' });
  expect(told.split('\n')[0]).toBe('a: a claim was not judged');
  expect(told).toContain('\n  but       the journal forgot it');
  expect(told).not.toContain('claim  ');
});

test('what was seen at length is broken into lines that fit, and a path is not', () => {
  const seen = Array.from({ length: 40 }, (_, n) => `${n} × face-swap 429 at_capacity;`).join(' ');
  const where = `/${'deep/'.repeat(40)}story.yaml:1:1`;
  const lines = claimLines('a', { ...claim, seen, where }).split('\n');
  expect(lines.filter((line) => line.length > 100)).toEqual([`  at        ${where}`]);
  expect(lines.slice(5).every((line) => line.startsWith(' '.repeat(12)))).toBe(true);
  expect(lines.filter((line) => /^ +×|×$/.test(line))).toEqual([]);
  expect(lines.slice(4).join(' ').replaceAll(/\s+/g, ' ')).toBe(` seen ${seen}`);
});

test('a story that somebody else wrote steers no terminal', () => {
  expect(claimLines('a', { ...claim, why: 'red \u001b[31m\nnext' })).toContain('red \\u001b[31m next');
});

const story = { name: './a.yaml', title: 'A', claims: [claim, claim, claim], holds: true };

test.each([
  ['all of them', { story, violated: [], unjudged: [] }, ['./a.yaml: 3 claims held']],
  [
    'but one, of which nothing can be said',
    { story, violated: [], unjudged: ['x'] },
    ['./a.yaml: 2 claims held, 1 not judged'],
  ],
  [
    'none that can be judged',
    { story, violated: [], unjudged: ['x', 'x', 'x'] },
    ['./a.yaml: no claim held, 3 not judged'],
  ],
  ['those of another story', { story: { ...story, judged_by: 'b' }, violated: [], unjudged: [] }, ['b: 3 claims held']],
  [
    'nothing promised',
    { story: { ...story, claims: [] }, violated: [], unjudged: [] },
    ['./a.yaml: the story promises nothing of its end'],
  ],
  ['one violated, which is told by itself', { story, violated: ['x'], unjudged: [] }, []],
  ['no story', { story: null, violated: [], unjudged: [] }, []],
])('how many claims held: %s', (_, promises, lines) => {
  expect(heldLines(promises)).toEqual(lines);
});
