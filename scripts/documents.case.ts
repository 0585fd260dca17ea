/** The Markdown files of the repository, and what stands in them: blocks of code, links, headings. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../mock-server/cli/launch.case.ts';

const skipped = new Set(['node_modules', 'dist', '.git', 'coverage', 'results']);

const markdownBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.name.endsWith('.md') ? [relative(root, path)] : [];
  });

export const documents: readonly string[] = markdownBelow(root).sort();

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

type Block = {
  readonly language: string;
  readonly run: boolean;
  readonly code: string;
  /** Why no test runs it, where a remark before it says so. */
  readonly notRun: string | undefined;
};

export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^(?:<!-- not run: (.+) -->\n\n?)?```(\w*)( run)?\n([^]*?)^```$/gm)].map(
    ([, notRun, language = '', run, code = '']) => ({ language, run: run !== undefined, code, notRun }),
  );

const withoutBlocks = (text: string): string => text.replace(/^```[^]*?^```$/gm, '');

/** Targets of the links, as they are written. */
export const linksOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The names that can be linked to: those of the headings, and those that rows have of their own. */
export const anchorsOf = (text: string): string[] => [
  ...[...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  ),
  ...[...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id),
];

/** Command lines that a reader may type: lines of sh blocks with their continuations, and what stands in backquotes. */
export const commandsOf = (text: string): string[] => [
  ...blocksOf(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replace(/\\\n/g, ' ').split('\n')),
  ...[...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
];

/** The first cells of the rows of the table that follows a heading. */
export const firstCells = (text: string, heading: string): string[] => {
  const section = text.slice(text.indexOf(`${heading}\n`)).slice(heading.length);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]?.trim() ?? '');
};
