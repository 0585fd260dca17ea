/** A row of the table: what a client does, and what it sees under each value of one gap. */
import type { GapChoices, WireGapId } from '../../spec/gaps.ts';
import type { MockOptions } from '../options.ts';
import type { Client } from './client.case.ts';

export type AnyRow = {
  readonly options?: MockOptions;
  readonly look: (client: Client) => Promise<unknown>;
  readonly sees: { readonly [value: string]: unknown };
};

type Row<Id extends WireGapId> = AnyRow & { readonly sees: { readonly [value in GapChoices[Id]]: unknown } };

export type Rows<Id extends WireGapId> = { readonly [id in Id]: Row<id> };
