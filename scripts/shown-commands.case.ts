/** Lines of commands that documents show without a mark, as in "npx understudy journal": a test runs each, in a place where it can work. */
import { blocksOf, documents, textOf } from './documents.case.ts';

export type Shown = { readonly file: string; readonly line: string };

const command = /^(?:npx )?understudy(?= |$)/;

/** With its continuations; a blank line and a variable that is set are no commands of ours. */
const linesOf = (code: string): readonly string[] =>
  code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('export UNDERSTUDY_WEBHOOK_SECRET='));

/** Whether each line of a block is a command of ours, so that the test runs it. */
export const isRunByLines = (code: string): boolean => linesOf(code).every((line) => command.test(line));

export const shownCommands: readonly Shown[] = documents
  .flatMap((file) => blocksOf(textOf(file)).map((block) => ({ file, ...block })))
  .filter(({ language, run, notRun }) => language === 'sh' && !run && notRun === undefined)
  .filter(({ code }) => isRunByLines(code))
  .flatMap(({ file, code }) => linesOf(code).map((line) => ({ file, line: line.replace(command, 'understudy') })));
