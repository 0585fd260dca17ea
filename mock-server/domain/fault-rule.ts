/** A rule that injects faults, as it is kept: every word of it understood, every instant a number. */
import type { Fault } from '../../spec/faults.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { FaultWhen } from '../../spec/schemas/faults.ts';

export type FaultRule = {
  readonly id: string;
  readonly when: Omit<FaultWhen, 'from' | 'to' | 'operation'> & {
    readonly operation?: OperationId;
    /** Milliseconds of the mock's clock; the second is excluded. */
    readonly from?: number;
    readonly to?: number;
  };
  readonly fault: Fault;
  /** Number of the event with which it came: a rule that takes the place of another of its id is another one. */
  readonly since?: number;
};
