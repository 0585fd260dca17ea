/** One broken client: what it does wrong, and which clause it must be caught for. */
import type { MockOptions } from '../../../mock-server/options.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Play } from './stage.case.ts';

export type BrokenClient = {
  readonly name: string;
  readonly clause: ClauseId;
  /** Clauses that it cannot help to break as well. */
  readonly also?: readonly ClauseId[];
  readonly options?: MockOptions;
  readonly play: Play;
};
