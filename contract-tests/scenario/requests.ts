/**
 * The requests of a story: paced and budgeted as those of the judge, and recorded. A story may send what it likes, so nothing is held against a
 * claim here; a key goes to nobody but the service.
 */
import { type OperationId, operations } from '../../spec/operations.ts';
import type { Raw } from '../form.ts';
import { priceCeiling } from '../money/ceiling.ts';
import { readError } from '../reading/error.ts';
import { isTerminal, numberIn, textIn } from '../reading/members.ts';
import type { Run } from '../run.ts';
import { throwIfStopped } from '../time.ts';
import { Stopped } from '../verdict.ts';
import { dearestOf } from './as-told.ts';
import { type Exchange, type SentRequest, isSuccess, statusOf } from '../wire/exchange.ts';
import { downloadBytesMax } from '../wire/send.ts';

/** One request, and whose it was. */
export type Recorded = {
  readonly exchange: Exchange;
  readonly account: string | undefined;
  /** Milliseconds of the target's clock when it was sent. */
  readonly at: number;
};

export type Ask = {
  /** By their names in small letters; they go before those that are sent anyway. */
  readonly headers?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: object;
  readonly raw?: Raw;
  readonly jobId?: string;
  readonly idempotencyKey?: string | undefined;
};

/** Who asks: a name of the story's, undefined where that is nobody; and the key, where one is sent. */
export type Asker = { readonly name: string | undefined; readonly key: string | undefined };

export class Requests {
  readonly recorded: Recorded[] = [];
  /** Also those that are under way. */
  #begun = 0;

  /** @param most requests of a story: repeated and at once they become very many */
  constructor(
    readonly run: Run,
    readonly most = 10_000,
  ) {}

  /** One request of an operation. Throws Stopped where the budget does not cover it, or the story has sent as many as it may. */
  async call(
    asker: Asker,
    id: OperationId,
    { query, body, raw, jobId, idempotencyKey, headers = {} }: Ask = {},
  ): Promise<Exchange> {
    const { method, path, authenticated } = operations[id];
    const bytes = raw?.bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const request: SentRequest = {
      method,
      url: this.run.target.baseUrl + path.replace('{job_id}', encodeURIComponent(jobId ?? '')) + search,
      headers: {
        ...(authenticated && keyHeader(asker)),
        ...(bytes !== undefined && { 'content-type': raw?.type ?? 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      body: bytes,
    };
    // Of a mock it is play money.
    const isPaid = 'job' in operations[id] && this.run.target.control === undefined;
    const told = (): object | undefined => (raw === undefined ? body : dearestOf(Buffer.from(raw.bytes).toString()));
    const settle = isPaid ? await this.#reserve(id, told()) : undefined;
    const exchange = await this.#sendPaced(request, id, asker);
    if (settle !== undefined) this.#settle(settle, exchange);
    return exchange;
  }

  /** GET of an address that an answer gave: a status_url with the key, a file without one. */
  async get(address: string, asker?: Asker, more: Ask['headers'] = {}): Promise<Exchange> {
    const { baseUrl } = this.run.target;
    const url = new URL(address, baseUrl).href;
    const isOurs = new URL(url).origin === new URL(baseUrl).origin;
    const headers = asker === undefined ? more : isOurs ? { ...keyHeader(asker), ...more } : {};
    const exchange = await this.#sendPaced(
      { method: 'GET', url, headers, body: undefined },
      asker === undefined ? undefined : 'getJob',
      asker,
    );
    const [id, charged] = [textIn(exchange, 'id'), numberIn(exchange, 'charged_usd')];
    if (id !== undefined && charged !== undefined && isTerminal(exchange)) this.run.purse.settleKept(id, charged);
    return exchange;
  }

  async #sendPaced(request: SentRequest, operation: OperationId | undefined, asker?: Asker): Promise<Exchange> {
    const first = await this.#send(request, operation, asker);
    const isLimited = statusOf(first) === 429 && readError(first.answer?.json)?.code === 'rate_limited';
    // Of a deployment: somebody else uses the key too. A mock is told its rate by the story.
    if (!isLimited || this.run.target.control !== undefined) return first;
    await this.run.pace.rest();
    return this.#send(request, operation, asker);
  }

  async #send(request: SentRequest, operation: OperationId | undefined, asker?: Asker): Promise<Exchange> {
    const { run } = this;
    if (new URL(request.url).origin === new URL(run.target.baseUrl).origin) await run.pace.turn();
    throwIfStopped(run.signal);
    if (this.#begun >= this.most)
      throw new Stopped(`the story was stopped after ${this.most} requests: it may send no more`);
    this.#begun += 1;
    const at = await run.lookAtClock();
    const sent = await run.wire.send(request, {
      signal: run.signal,
      ...(operation === undefined && { answerBytesMax: downloadBytesMax }),
    });
    throwIfStopped(run.signal);
    const exchange: Exchange = {
      number: this.recorded.length + 1,
      operation,
      request,
      breaks: undefined,
      answer: sent.answer,
      failure: sent.failure,
      sentAt: sent.sentAt,
      tookMs: sent.tookMs,
      cost: { usd: 0 },
    };
    this.recorded.push({ exchange, account: accountOf(request, asker), at });
    return exchange;
  }

  async #reserve(id: OperationId, body: object | undefined): Promise<(usd?: number) => void> {
    await this.run.watch?.look();
    const { run } = this;
    return run.purse.reserve(priceCeiling(await run.rates(), run.target, id, body), id);
  }

  /** A refusal costs nothing; what was accepted costs what the job says at its end, and until then the most that it can. */
  #settle(settle: (usd?: number) => void, submitted: Exchange): void {
    const id = textIn(submitted, 'id');
    const status = statusOf(submitted);
    if (status >= 300 && status < 500) settle(0);
    else if (isSuccess(submitted) && id !== undefined) this.run.purse.keep(id, settle);
    else settle();
  }
}

/** Whose it is: the service knows nobody by a key that the story makes up. */
const accountOf = ({ headers }: SentRequest, asker: Asker | undefined): string | undefined =>
  asker?.key !== undefined && headers['authorization'] === keyHeader(asker)['authorization'] ? asker.name : undefined;

const keyHeader = ({ key }: Asker): { readonly [name: string]: string } =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
