/** The checks that `test` runs: those of the profile, of `--only` and `--skip`, or with `--replay` one of them. */
import { type Check } from '../../contract-tests/check.ts';
import { allChecks } from '../../contract-tests/checks.ts';
import { readReplay } from '../../contract-tests/replay.ts';
import { selectChecks, wordsInVain } from '../../contract-tests/selection.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { clauses } from '../../spec/clauses.ts';
import type { TestFlags } from './test-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

export type Chosen = {
  readonly checks: readonly Check[];
  readonly seed: number;
  /** By more than the profile. */
  readonly isNarrowed: boolean;
};

/** Throws `WrongUsage` for a word that means none, and where none is left. */
export const chosenChecks = (flags: TestFlags): Chosen => {
  const { profile, only, skip, replay, seed } = flags;
  if (replay !== undefined) {
    if ((only ?? skip) !== undefined) {
      throw new WrongUsage('--replay repeats one check: leave out --only and --skip');
    }
    return replayed(replay);
  }
  const words = [...(only ?? []), ...(skip ?? [])];
  const [vain] = wordsInVain(allChecks, words);
  if (vain !== undefined) throw new WrongUsage(whyInVain(vain));
  const checks = selectChecks(allChecks, { profile, ...(only && { only }), ...(skip && { skip }) });
  if (checks.length === 0) {
    const of = profile === 'smoke' ? ' of the profile smoke' : '';
    throw new WrongUsage(`--only and --skip leave no check${of}`);
  }
  return { checks, seed, isNarrowed: words.length > 0 };
};

const replayed = (replay: string): Chosen => {
  const token = readReplay(replay);
  if (token === undefined) {
    throw new WrongUsage('--replay takes a token of a report, such as balance.returns-balance@1');
  }
  const { checkId, path, seed } = token;
  const check = allChecks.find(({ id }) => id === checkId);
  if (check === undefined) {
    const known = allChecks.map(({ id }) => id);
    throw new WrongUsage(`there is no check ${checkId}${didYouMean(checkId, known)}`);
  }
  return { checks: [path === undefined ? check : { ...check, path }], seed, isNarrowed: true };
};

const whyInVain = (word: string): string => {
  if (Object.hasOwn(clauses, word)) return `no check judges the clause ${word}`;
  const known = [...allChecks.map(({ id }) => id), ...Object.keys(clauses)].flatMap(beginningsOf);
  return `there is no check, clause or section ${word}${didYouMean(word, [...new Set(known)])}`;
};

/** `usage.limit`, and `usage`. */
const beginningsOf = (id: string): readonly string[] =>
  id.split('.').map((_, index, words) => words.slice(0, index + 1).join('.'));
