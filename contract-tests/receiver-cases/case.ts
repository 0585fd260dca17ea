/** A case: deliveries that are sent to a receiver, and what one that keeps the document makes of them. Declared once, as data. */
import type { Level } from '../../spec/clause.ts';
import { type ClauseId, clauses } from '../../spec/clauses.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Hand } from './hand.ts';
import type { Outgoing } from './outgoing.ts';

export type ReceiverCase = {
  /** Begins with its topic: `age.past-310`. */
  readonly id: string;
  /** A sentence about a receiver that keeps the document. */
  readonly title: string;
  /** What it judges; the first one is blamed where an answer is wrong. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** Of the first of its clauses. */
  readonly level: Level;
  /** Where the document leaves open what the receiver does: a refusal is no finding then. */
  readonly gap?: GapId;
  readonly needs?: ReceiverNeed;
  /** Where a second of rounding, or clocks that differ by one, would explain the other answer: seconds from the edge of the tolerance. */
  readonly secondsFromEdge?: number;
  /** Something in it must be rejected: that says something of a receiver which takes nothing, too. */
  readonly isForged: boolean;
  /** What to do about it. */
  readonly advice: string;
  readonly steps: (hand: Hand) => readonly Step[];
};

/** What has to be given for a case, with the words for whoever has not given it. */
export const receiverNeeds = {
  'second-secret': 'it needs a second secret that the receiver knows: pass --second-secret',
  effects: 'it needs to see whether the receiver acted: pass --effect-url or --effect-command',
} as const;
export type ReceiverNeed = keyof typeof receiverNeeds;

export type Step = {
  /** Sent one after the other, or all at a time. */
  readonly send: readonly Outgoing[];
  readonly isTogether?: boolean;
  /** `either`: answered with a refusal it is undecidable, and names the gap of the case. */
  readonly expects: 'taken' | 'refused' | 'either';
  /** Only if it comes about is there something to judge: another case judges it. */
  readonly isPremise?: boolean;
  /** How often all of it may act; `any` is not looked at. */
  readonly acts: 'never' | 'once' | 'each' | 'any';
};

type Declared = Omit<ReceiverCase, 'level' | 'isForged'> & { readonly isForged?: boolean };

export const receiverCase = (declared: Declared): ReceiverCase => ({
  isForged: false,
  ...declared,
  level: clauses[declared.clauses[0]].level,
});

/** A step of one delivery that has to be taken. */
export const taken = (...send: readonly Outgoing[]): Step => ({ send, expects: 'taken', acts: 'any' });

/** It comes before what is judged. */
export const premise = (step: Step): Step => ({ ...step, isPremise: true });

/** Of one that must not be, and must have no effect. */
export const refused = (...send: readonly Outgoing[]): Step => ({ send, expects: 'refused', acts: 'never' });

/** Of one of which the document does not say what becomes of it. */
export const either = (...send: readonly Outgoing[]): Step => ({ send, expects: 'either', acts: 'any' });
