/** Which checks run: those of the profile, narrowed by ids of checks, clauses and sections. */
import type { Check, Profile } from './check.ts';
import { profiles } from './check.ts';

export type Selection = {
  readonly profile: Profile;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
};

export const selectChecks = (all: readonly Check[], { profile, only = [], skip = [] }: Selection): readonly Check[] =>
  all.filter((one) => {
    const isIn = profiles.indexOf(one.profile) <= profiles.indexOf(profile);
    // What is named runs whatever it takes; only smoke keeps its promise of few requests and no paid call.
    const isMeant = only.length === 0 ? isIn : only.some((word) => isAbout(one, word)) && (isIn || profile !== 'smoke');
    return isMeant && !skip.some((word) => isAbout(one, word));
  });

/** Words that select nothing: a slip of the pen, most likely. */
export const wordsInVain = (all: readonly Check[], words: readonly string[]): readonly string[] =>
  words.filter((word) => !all.some((one) => isAbout(one, word)));

/** A word is an id, or the beginning of one up to a dot. */
const isAbout = ({ id, clauses }: Check, word: string): boolean =>
  [id, ...clauses].some((name) => name === word || name.startsWith(`${word}.`));
