/** The README shows the example of a test suite as it is. That it works, the deep test says. */
import { expect, test } from 'vitest';
import { blocksOf, textOf } from './documents.case.ts';
import { exampleFiles, runners, shownFor, shownTests } from './test-suite.case.ts';

const sectionOf = (text: string, heading: string): string => {
  const [, after = ''] = text.split(`\n${heading}\n`);
  return after.split(/^## /m)[0] ?? '';
};

test('the README shows every file of the example of a test suite, word for word', () => {
  const shown = blocksOf(sectionOf(textOf('README.md'), '## In your test suite')).map(({ code }) => code);
  expect(shown.toSorted()).toEqual(
    exampleFiles()
      .map(({ code }) => code)
      .toSorted(),
  );
});

test('the example is a project of under 100 lines', () => {
  const lines = exampleFiles().reduce((sum, { code }) => sum + code.trimEnd().split('\n').length, 0);
  expect(lines).toBeGreaterThan(50);
  expect(lines).toBeLessThan(100);
});

test('the page says with which versions of other runners its examples are run, and shows a test for each', () => {
  const text = textOf('docs/test-suites.md');
  expect(text).toContain(`with Jest ${runners.jest} and Playwright ${runners['@playwright/test']}`);
  expect(text).toContain('@babel/preset-typescript` (its version 7,');
  expect(runners['@babel/preset-typescript']).toMatch(/^7\./);
  for (const runner of ['Jest', 'Playwright'] as const)
    expect(shownTests()).toContainEqual(expect.objectContaining({ code: shownFor(runner).test }));
});
