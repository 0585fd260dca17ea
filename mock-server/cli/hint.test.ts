/** The hint after a mistake: it names the help of the very command, wherever the mistake is found. */
import { CommanderError } from 'commander';
import { expect, test, vi } from 'vitest';
import { hintAfter } from './hint.ts';
import { program } from './program.ts';

test.each([
  ['', '(understudy start --help shows its flags)'],
  ['--port x', '(understudy start --help shows its flags)'],
  ['start --port x', '(understudy start --help shows its flags)'],
  ['strat', '(understudy --help shows what there is)'],
  ['test --url x', '(understudy test --help shows its flags)'],
  ['journal --account a9', '(understudy journal --help shows its flags)'],
  ['scenario', '(understudy scenario --help shows what there is)'],
  ['scenario rnu x', '(understudy scenario --help shows what there is)'],
  ['scenario run none', '(understudy scenario run --help shows its flags)'],
  ['receiver --url x', '(understudy receiver --help shows its flags)'],
  ['exec -- scenario run', '(understudy exec --help shows its flags)'],
])('after %j: %s', (typed, hint) => {
  expect(hintAfter(program, typed.split(' ').filter(Boolean))).toBe(hint);
});

test.each([
  ['journal --acount a1', '(understudy journal --help shows its flags)'],
  ['explain', '(understudy explain --help shows its flags)'],
  ['scenario run --sed 1', '(understudy scenario run --help shows its flags)'],
  ['scenario verdict more', '(understudy scenario verdict --help shows its flags)'],
  ['sign --secrte x', '(understudy sign --help shows its flags)'],
])('a flag or a word that is none says it too: %s', async (typed, hint) => {
  let said = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said += String(text)), true));
  await expect(program.parseAsync(typed.split(' '), { from: 'user' })).rejects.toThrow(CommanderError);
  spy.mockRestore();
  expect(said).toContain(hint);
});
