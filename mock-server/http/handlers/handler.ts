/** What a handler is: input to command to reply. Bodies and queries have passed their schema; refusals are returned, not thrown. */
import type { Account, ApiKey } from '../../domain/account.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Presentation } from '../present.ts';
import type { Service } from '../service.ts';
import type { JsonObject } from '../read-body.ts';

/** A call of an operation that needs a key. */
export type Call = {
  readonly service: Service;
  readonly account: Account;
  readonly key: ApiKey;
  readonly body: JsonObject;
  readonly query: JsonObject;
  readonly params: { readonly [name: string]: string };
  readonly request: Request;
  /** The connection's own request, where there is a connection: uploads stream from it. */
  readonly incoming: NodeJS.ReadableStream | undefined;
  readonly presentation: Presentation;
};

/** The body of the answer; its status stands with the operation. */
export type Answer = { readonly body: unknown };

export type Handler = (call: Call) => Promise<Answer | Refused> | Answer | Refused;
