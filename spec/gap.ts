/** A gap: a point that the document leaves open or contradicts itself on. No check ever fails a server for a gap. */
import type { Section } from './clause.ts';

/** `explicit`: the document says "not shown". `silent`: it says nothing. `contradiction`: it says two things. */
export type GapKind = 'explicit' | 'silent' | 'contradiction';

type GapQuestion = {
  readonly kind: GapKind;
  readonly section: Section;
  /** What an integrator would want to know and the document does not say. */
  readonly question: string;
  /** What a check may accept of a server, or of a client, in this point. */
  readonly accept: string;
};

type GapValues = { readonly [name: string]: string };

/** A gap that changes bytes on the wire: a finite list of named lawful values, one of which is our default. */
export type WireGap<Values extends GapValues = GapValues> = GapQuestion & {
  readonly default: keyof Values & string;
  readonly values: Values;
};

/** A gap that no single choice of bytes settles: our way and the other lawful ways, in prose. */
export type ProseGap = GapQuestion & { readonly ours: string; readonly others: string };

export type Gap = WireGap | ProseGap;

export type WireGapTable = { readonly [id: string]: WireGap };
export type ProseGapTable = { readonly [id: string]: ProseGap };

/** Keeps the names of the values in the type, and the default among them. */
export const wireGap = <const Values extends GapValues>(
  gap: GapQuestion & { readonly default: NoInfer<keyof Values & string>; readonly values: Values },
): WireGap<Values> => gap;
