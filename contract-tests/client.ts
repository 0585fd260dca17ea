/** Sends requests as a client of the service does: paced, within the budget, each known to be what it claims, and every one recorded. */
import { type Operation, type OperationId, operations } from '../spec/operations.ts';
import type { Account } from './account.ts';
import { type Raw, formOf } from './form.ts';
import { type Breaks, expectAsClaimed } from './lawful.ts';
import { priceCeiling } from './money/ceiling.ts';
import { readError } from './reading/error.ts';
import { textIn } from './reading/members.ts';
import type { Run } from './run.ts';
import type { Input, Target } from './target.ts';
import { NotTestable } from './verdict.ts';
import { type Exchange, type SentRequest, isSuccess, statusOf, toldOf } from './wire/exchange.ts';

export type CallOptions = {
  readonly query?: { readonly [name: string]: string };
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead. */
  readonly raw?: Raw;
  readonly jobId?: string;
  readonly headers?: { readonly [name: string]: string };
  /** The one constraint that the request breaks on purpose. */
  readonly breaks?: Breaks;
};

export class Client {
  /** Those of this client, in order. */
  readonly exchanges: Exchange[] = [];
  /** Of the requests of this client, at the most. */
  spentUsd = 0;

  constructor(readonly run: Run) {}

  get target(): Target {
    return this.run.target;
  }

  /** One request of an operation. @param account undefined sends no key; a text is a key of no account */
  async call(account: Account | string | undefined, id: OperationId, options: CallOptions = {}): Promise<Exchange> {
    const { query, body, raw, jobId: asked = 'none', headers = {}, breaks } = options;
    const operation: Operation = operations[id];
    if (raw === undefined) expectAsClaimed(id, { body, query }, breaks);
    const key = typeof account === 'string' ? account : account?.key;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const bytes = raw?.bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const request: SentRequest = {
      method: operation.method,
      url: this.target.baseUrl + operation.path.replace('{job_id}', encodeURIComponent(asked)) + search,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(bytes !== undefined && { 'content-type': raw?.type ?? 'application/json' }),
        ...headers,
      },
      body: bytes,
      ...(raw?.padding !== undefined && { padding: raw.padding }),
    };
    const settle = operation.job === undefined ? undefined : await this.#reserve(id, body);
    const first = await this.send(request, id, breaks);
    if (settle !== undefined) {
      this.#settle(settle, first);
      const jobId = textIn(first, 'id');
      if (key !== undefined && jobId !== undefined && isSuccess(first)) {
        this.run.openJobs.set(jobId, { key, acknowledgement: first, by: this });
      }
    }
    if (statusOf(first) !== 429 || breaks === 'rate' || this.target.control !== undefined) return first;
    if (readError(first.answer?.json)?.code !== 'rate_limited') return first;
    // We kept to the rate, so somebody else uses the key, or the rate is another: data, not a finding.
    await this.run.pace.rest();
    return this.send(request, id, breaks);
  }

  async #reserve(id: OperationId, body: unknown): Promise<(usd?: number) => void> {
    const usd = priceCeiling(await this.run.rates(), this.target, id, body);
    const settle = this.run.purse.reserve(usd, id);
    return (actual = usd) => {
      this.spentUsd += actual;
      settle(actual);
    };
  }

  /** A refusal costs nothing; what was accepted costs what the job says at its end, and until then the most that it can. */
  #settle(settle: (usd?: number) => void, submitted: Exchange): void {
    const id = textIn(submitted, 'id');
    const status = statusOf(submitted);
    if (status >= 300 && status < 500) settle(0);
    else if (isSuccess(submitted) && id !== undefined) this.run.purse.keep(id, settle);
    // Without an answer it may have been accepted.
    else settle();
  }

  /** A request as it is; what is no operation, such as a download, goes by this alone. */
  async send(request: SentRequest, operation?: OperationId, breaks?: Breaks): Promise<Exchange> {
    if (request.headers['authorization'] !== undefined && breaks !== 'rate') await this.run.pace.turn();
    const sent = await this.run.wire.send(request);
    const exchange: Exchange = {
      number: this.run.exchanges.length + 1,
      operation,
      request,
      breaks,
      answer: sent.answer,
      failure: sent.failure,
      sentAt: sent.sentAt,
      tookMs: sent.tookMs,
    };
    this.run.exchanges.push(exchange);
    this.exchanges.push(exchange);
    return exchange;
  }

  /** GET of an address that an answer gave, absolute or a path, without a key. */
  get(url: string, headers: { readonly [name: string]: string } = {}): Promise<Exchange> {
    return this.send({ method: 'GET', url: this.address(url), headers, body: undefined });
  }

  /** What an answer gave as an address, made absolute. Throws NotTestable if it is none. */
  address(url: string): string {
    if (!URL.canParse(url, this.target.baseUrl)) throw new NotTestable(`it needs an address, and got ${url}`);
    return new URL(url, this.target.baseUrl).href;
  }

  upload(account: Account | string | undefined, input: Input, breaks?: Breaks): Promise<Exchange> {
    return this.call(account, 'uploadFile', { raw: formOf(input), ...(breaks !== undefined && { breaks }) });
  }

  /** What is needed to go on. Throws NotTestable without it. */
  wanted<T>(value: T | undefined, what: string, ...exchanges: readonly Exchange[]): T {
    if (value !== undefined && value !== '') return value;
    const last = exchanges.at(-1);
    throw new NotTestable(
      `it needs ${what}${last === undefined ? '' : `, and got ${toldOf(last)}`}`,
      undefined,
      exchanges,
    );
  }
}
