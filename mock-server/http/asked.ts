/** What a port that presents answers is told of their requests. Kept only where there is such a port: the usual exchange forgets more. */
import type { IncomingMessage } from 'node:http';
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Asked } from './ports.ts';
import { Exchange } from './record.ts';

/** An exchange that can say what was asked. */
export class AskedExchange extends Exchange {
  readonly #request: Request;
  readonly #now: number;
  #text: string | undefined;

  constructor(...[came, operation, now]: ConstructorParameters<typeof Exchange>) {
    super(came, operation, now);
    this.#request = came.request;
    this.#now = now;
  }

  override read(bytes: Uint8Array, text: string | undefined): void {
    super.read(bytes, text);
    this.#text = text;
  }

  asked(refused: HttpErrorCode | undefined): Asked {
    const { method, url, headers } = this.#request;
    return {
      // The control API has its own answers; all other names are the operations'.
      operation: this.operation as OperationId | null,
      method,
      ...placeOf(url),
      headers: Object.fromEntries(headers),
      body: this.#text === undefined ? undefined : parsed(this.#text),
      accountId: this.accountId ?? undefined,
      now: this.#now,
      refused,
    };
  }
}

/** What can be said of an upgrade that is turned away. */
export const askedByUpgrade =
  ({ method = '', url = '', headers }: IncomingMessage, now: number) =>
  (refused: HttpErrorCode | undefined): Asked => ({
    operation: null,
    method,
    ...placeOf(url),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
    ),
    body: undefined,
    accountId: undefined,
    now,
    refused,
  });

const placeOf = (url: string): Pick<Asked, 'path' | 'query'> => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return { path: pathname, query: Object.fromEntries(searchParams) };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
