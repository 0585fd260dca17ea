import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';
import { WrongUsage } from './wrong-usage.ts';

test.each<[words: readonly string[], message: string]>([
  [['no-such-program'], 'no-such-program was not run: there is no such program'],
  [[''], "'' was not run: that is no name of a program"],
  [['/dev/null/program'], '/dev/null/program was not run: a part of its path is no folder'],
  [['true', 'x'.repeat(4_000_000)], 'true was not run: its arguments are too long'],
])('what cannot be started is wrong usage, and the message says why', async (words, message) => {
  const failure = await runCommand(words, process.env).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WrongUsage);
  expect(String(failure)).toContain(message);
});
