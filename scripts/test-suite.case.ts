/** The files of the example of a test suite, and the tests that the page about them shows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../mock-server/cli/launch.case.ts';
import { blocksOf, textOf } from './documents.case.ts';

export const exampleFolder = 'docs/examples/test-suite';

export const exampleFiles = (): { readonly name: string; readonly code: string }[] =>
  readdirSync(join(root, exampleFolder)).map((name) => ({ name, code: textOf(`${exampleFolder}/${name}`) }));

const page = 'docs/test-suites.md';

/** Each is a test file by itself. */
export const shownTests = (): { readonly code: string }[] =>
  blocksOf(textOf(page)).filter(({ run, language }) => run && language === 'ts');

/** What the page says of Jest and Playwright, each by its own heading: the test, and how it is configured where that is shown. */
export const shownFor = (heading: 'Jest' | 'Playwright'): { readonly test: string; readonly config: string } => {
  const [, after = ''] = textOf(page).split(`\n## ${heading}\n`);
  const blocks = blocksOf(after.split(/^## /m)[0] ?? '').filter(({ run }) => run);
  const codeIn = (wanted: string): string => blocks.find(({ language }) => language === wanted)?.code ?? '';
  return { test: codeIn('ts'), config: codeIn('js') };
};

/** The runners that the examples are run with, where packages can be had. */
export const runners = {
  jest: '30.5.2',
  '@babel/preset-typescript': '7.29.7',
  '@playwright/test': '1.65.1',
} as const;
