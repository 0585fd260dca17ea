/** A job from its submit to its end, as a client saw it. */
import { memberOf, textIn } from './reading/members.ts';
import type { Exchange } from './wire/exchange.ts';

export type FinishedJob = {
  readonly acknowledgement: Exchange;
  readonly looks: readonly Exchange[];
  /** The look that showed its end. */
  readonly end: Exchange;
  readonly id: string;
  readonly status: unknown;
  /** Members of the job at its end. */
  readonly job: { readonly [name: string]: unknown };
};

/** A job from its acknowledgement and the looks at it, the last of which shows its end. */
export const finishedJob = (acknowledgement: Exchange, looks: readonly Exchange[]): FinishedJob => {
  const end = looks.at(-1) ?? acknowledgement;
  return {
    acknowledgement,
    looks,
    end,
    id: textIn(acknowledgement, 'id') ?? '',
    status: memberOf(end.answer?.json, 'status'),
    job: (end.answer?.json ?? {}) as { readonly [name: string]: unknown },
  };
};
