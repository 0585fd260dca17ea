/** Which cases are meant by a word: an id, its topic, or a clause that it judges. */
import type { ReceiverCase } from './case.ts';

/** A word is an id, or the beginning of one up to a dot. */
export const isAbout = ({ id, clauses }: ReceiverCase, word: string): boolean =>
  [id, ...clauses].some((name) => name === word || name.startsWith(`${word}.`));
