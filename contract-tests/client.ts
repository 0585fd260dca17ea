/** Sends requests as a client of the service does: paced, within the budget, each known to be what it claims, and every one recorded. */
import { type Operation, type OperationId, operations } from '../spec/operations.ts';
import type { Account } from './account.ts';
import { type Raw, formOf } from './form.ts';
import { isHarmless, withUnknownFiles } from './lawful/harmless.ts';
import { type Breaks, expectAsClaimed } from './lawful/requests.ts';
import { noteAnswer } from './lawful/note-answer.ts';
import { priceCeiling } from './money/ceiling.ts';
import { isSessionOperation } from './money/session-operation.ts';
import { readError } from './reading/error.ts';
import { numberIn, textIn } from './reading/members.ts';
import type { Run } from './run.ts';
import type { Input, Target } from './target.ts';
import { throwIfStopped } from './time.ts';
import { NotTestable } from './verdict.ts';
import { downloadBytesMax } from './wire/send.ts';
import { type Cost, type Exchange, type SentRequest, isSuccess, statusOf, toldOf } from './wire/exchange.ts';

export type Query = { readonly [name: string]: string | readonly string[] };

export type CallOptions = {
  /** A list is sent as one parameter for each of its texts. */
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead. */
  readonly raw?: Raw;
  readonly jobId?: string;
  readonly headers?: { readonly [name: string]: string };
  /** The one constraint that the request breaks on purpose. */
  readonly breaks?: Breaks;
  /** A 429 is looked at, not waited for. */
  readonly isRateLooked?: boolean;
};

export class Client {
  /** Those of this client, in order. */
  readonly exchanges: Exchange[] = [];

  /** Of the target. */
  readonly #origin: string;

  constructor(readonly run: Run) {
    this.#origin = new URL(run.target.baseUrl).origin;
  }

  get target(): Target {
    return this.run.target;
  }

  /** One request of an operation. @param account undefined sends no key; a text is a key of no account */
  async call(account: Account | string | undefined, id: OperationId, options: CallOptions = {}): Promise<Exchange> {
    const { query, body, raw, jobId: asked = 'none', headers = {} } = options;
    const operation: Operation = operations[id];
    const breaks = withUnknownFiles(this.run, id, body, options.breaks);
    const key = typeof account === 'string' ? account : account?.key;
    const search = query === undefined ? '' : `?${writtenQuery(query)}`;
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
    this.settleStreams();
    // Where money may be spent nothing is taken for free: a server may accept, and charge for, what it has to refuse.
    const isPaid = operation.job !== undefined && (this.run.purse.mayPay || !isHarmless(this.run, breaks, bytes));
    const send = async (): Promise<Exchange> => {
      const cost: Cost = { usd: 0 };
      const settle = isPaid ? await this.#reserve(id, body, cost) : undefined;
      if (isSessionOperation(id) && this.#isOfTarget(key)) await this.run.sessionLeave.expect(this, id, body, cost);
      const exchange = await this.send(request, id, breaks, cost);
      noteAnswer(this.run.known, exchange);
      if (settle !== undefined) this.#settle(settle, exchange, key);
      if (id === 'getBalance' && key === this.target.key) this.#seeBalance(exchange);
      return exchange;
    };
    const first = await send();
    const isData = breaks === 'rate' || options.isRateLooked === true || this.target.control !== undefined;
    if (!isLimited(first) || isData) return first;
    // We kept to the rate, so somebody else uses the key, or the rate is another: data, not a finding.
    await this.run.pace.rest();
    const second = await send();
    this.run.health.rested(isLimited(second));
    return second;
  }

  /** Whether somebody pays for what is done with it. */
  #isOfTarget(key: string | undefined): boolean {
    const { key: own, secondKey, revokedKey, lowBalanceKey } = this.target;
    return key !== undefined && [own, secondKey, revokedKey, lowBalanceKey].includes(key);
  }

  async #reserve(id: OperationId, body: unknown, cost: Cost): Promise<(usd?: number) => void> {
    this.run.purse.expectLeave(id);
    await this.run.watch?.look();
    return this.setAside(priceCeiling(await this.run.rates(), this.target, id, body), id, cost);
  }

  /** Of the budget. @param cost of what it is paid for: it is added there @returns settles it; what is said later stands */
  setAside(usd: number, what: string, cost: Cost): (usd?: number) => void {
    const settle = this.run.purse.reserve(usd, what);
    let counted = usd;
    cost.usd += usd;
    return (actual = usd) => {
      cost.usd += actual - counted;
      counted = actual;
      settle(actual);
    };
  }

  /** Those that are over by now cost the seconds that they lasted. */
  settleStreams(): void {
    this.run.purse.streams.settleEnded(this.run.now);
  }

  /** A refusal costs nothing; what was accepted costs what the job says at its end, and until then the most that it can. */
  #settle(settle: (usd?: number) => void, submitted: Exchange, key: string | undefined): void {
    const id = textIn(submitted, 'id');
    const status = statusOf(submitted);
    if (status >= 300 && status < 500) settle(0);
    else if (isSuccess(submitted) && id !== undefined) {
      this.run.purse.keep(id, settle);
      if (key !== undefined) this.run.openJobs.set(id, { key, acknowledgement: submitted, by: this });
    }
    // Without an answer it may have been accepted.
    else settle();
  }

  #seeBalance(exchange: Exchange): void {
    const usd = isSuccess(exchange) ? numberIn(exchange, 'balance_usd') : undefined;
    if (usd !== undefined) this.run.purse.sawBalance(usd);
  }

  /** A request as it is; what is no operation, such as a download, goes by this alone. */
  async send(
    request: SentRequest,
    operation?: OperationId,
    breaks?: Breaks,
    cost: Cost = { usd: 0 },
  ): Promise<Exchange> {
    expectAsClaimed(this.run.known, operation, request, breaks);
    if (request.headers['authorization'] !== undefined) this.#expectOurs(request.url);
    // Also without a key: who is not known may be counted too, by address. Results and files may lie elsewhere.
    if (breaks !== 'rate' && this.#isOurs(request.url)) await this.run.pace.turn();
    const { signal, health } = this.run;
    throwIfStopped(signal);
    const sent = await this.run.wire.send(request, {
      signal,
      ...(operation === undefined && { answerBytesMax: downloadBytesMax }),
    });
    throwIfStopped(signal);
    const exchange: Exchange = {
      number: this.run.exchanges.length + 1,
      operation,
      request,
      breaks,
      answer: sent.answer,
      failure: sent.failure,
      sentAt: sent.sentAt,
      tookMs: sent.tookMs,
      cost,
    };
    this.run.exchanges.push(kept(exchange));
    this.exchanges.push(exchange);
    health.saw(sent.failure);
    // Of a mock the user has the size in hand.
    if (operation !== undefined && this.target.control === undefined) health.took(sent.answer?.body.byteLength ?? 0);
    return exchange;
  }

  /** A key goes to nobody but the service, whatever address an answer names. */
  #expectOurs(url: string): void {
    if (this.#isOurs(url)) return;
    const { host } = new URL(url);
    throw new NotTestable(`it needs an address of the service, and got one of ${host}: the key is not sent there`);
  }

  #isOurs(url: string): boolean {
    return url.startsWith(`${this.#origin}/`) || new URL(url).origin === this.#origin;
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

const writtenQuery = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, texts]) => [texts].flat().map((text): [string, string] => [name, text])),
  ).toString();

/** For as long as the run takes: not the bytes of large answers. */
const kept = (exchange: Exchange): Exchange =>
  exchange.answer === undefined || exchange.answer.body.byteLength <= keptBytesMax
    ? exchange
    : {
        ...exchange,
        answer: { ...exchange.answer, body: Buffer.from(exchange.answer.body.subarray(0, 1_000)), json: undefined },
      };

const keptBytesMax = 1_000_000;

const isLimited = (exchange: Exchange): boolean =>
  statusOf(exchange) === 429 && readError(exchange.answer?.json)?.code === 'rate_limited';
