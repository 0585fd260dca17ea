/** What the table says of one fault. */
import type { ClauseId } from '../clauses.ts';

/** What a fault meets: a request, a job, a webhook, a session call, or the socket of a session. */
export const faultFamilies = ['request', 'job', 'webhook', 'session', 'socket'] as const;
export type FaultFamily = (typeof faultFamilies)[number];

/** A number with its unit and its bounds, both included, or one of several values. */
export type FaultParam =
  | {
      readonly unit: 'ms' | 's' | 'attempts' | 'times' | 'messages';
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly values: readonly (string | number)[]; readonly default: string | number };

export type FaultEntry = {
  readonly family: FaultFamily;
  /** One paragraph. */
  readonly does: string;
  /** What the document says that whoever meets the fault must live with. */
  readonly clause: ClauseId;
  /** The only capability that can meet it, where it is not all of them. */
  readonly only?: 'voice_changer';
  /** It is fixed with the job, and cannot be added to a delivery later. */
  readonly early?: true;
  readonly params: { readonly [name: string]: FaultParam };
};

export type FaultTable = { readonly [name: string]: FaultEntry };
