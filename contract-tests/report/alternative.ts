/** A point that the document leaves open, as reports tell it: what it does not say, and what was taken for lawful. */
import { type GapId, gaps } from '../../spec/gaps.ts';

export type Alternative = { readonly gap: GapId; readonly question: string; readonly accepted: string };

export const alternativesOf = (ids: readonly GapId[]): readonly Alternative[] =>
  ids.map((gap) => ({ gap, question: gaps[gap].question, accepted: gaps[gap].accept }));
