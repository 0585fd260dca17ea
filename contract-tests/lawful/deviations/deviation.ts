/** One point in which a request is not what every server has to take, and the labels by which it may be claimed. */
import type { OperationId } from '../../../spec/operations.ts';
import type { Known } from '../known.ts';
import type { Constraint } from '../requests.ts';
import type { SentRequest } from '../../wire/exchange.ts';

/** Any of the labels names it; the first one is how it is told. */
export type Deviation = readonly [Constraint, ...Constraint[]];

/** A request of an operation, as it is going to be sent. */
export type Sent = { readonly id: OperationId; readonly request: SentRequest; readonly known: Known };

/** Its key; undefined where it shows none that a server would look at. */
export const keyIn = ({ headers }: Pick<SentRequest, 'headers'>): string | undefined =>
  /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1];
