/** What a handler is: input to command to reply. Bodies and queries have passed their schema; refusals are returned, not thrown. */
import type { Fault } from '../../../spec/faults.ts';
import type { Account, ApiKey } from '../../domain/account.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Input } from '../input.ts';
import type { Present } from '../present/present.ts';
import type { Noting } from '../record.ts';
import type { Service } from '../service.ts';

/** A call of an operation that needs a key. Only a submit is ever called with a `fault`. */
export type Call = Input & {
  readonly service: Service;
  readonly engine: Engine;
  readonly present: Present;
  readonly account: Account;
  readonly key: ApiKey;
  readonly params: { readonly [name: string]: string };
  readonly request: Request;
  /** The connection's own request, where there is a connection: uploads stream from it. */
  readonly incoming: NodeJS.ReadableStream | undefined;
  readonly now: number;
  /** Injected failures that the job or the session is to meet. */
  readonly faults: readonly Fault[];
  /** For what the journal is to say of the call. */
  readonly exchange: Noting;
};

/** The body of the answer, and its status where that is not the operation's. */
export type Answer = { readonly body: unknown; readonly status?: number };

export type Handler = (call: Call) => Promise<Answer | Refused> | Answer | Refused;
