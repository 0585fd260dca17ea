/** The extensions of our OpenAPI document: what backs a part of it, and what in it is ours because the document is silent. */
import { type ClauseId, clauses } from '../clauses.ts';
import { type GapId, wireGaps, type WireGapId } from '../gaps.ts';

/** Every clause whose id begins with one of the prefixes. */
export const clausesUnder = (prefixes: readonly string[]): ClauseId[] =>
  (Object.keys(clauses) as ClauseId[]).filter((id) => prefixes.some((prefix) => id.startsWith(prefix)));

/** `x-clauses`: the facts of the document that a part rests on. */
export const citing = (ids: readonly ClauseId[]) => ({ 'x-clauses': [...ids] });

/** `x-gaps`: the points of a part on which the document is silent or contradicts itself. */
export const leavingOpen = (gaps: readonly GapId[]) => (gaps.length === 0 ? {} : { 'x-gaps': [...gaps] });

/** The same, with the value that this mock takes for the first of them unless told otherwise. */
export const ours = (first: WireGapId, ...more: readonly GapId[]) => ({
  ...leavingOpen([first, ...more]),
  'x-understudy-default': wireGaps[first].default,
});
