/** The client of a story: it performs one step after the other, and keeps their results for later ones. */
import { memberAt, type Reference, resolved } from '../../scenarios/references.ts';
import type { OneStep } from '../../scenarios/steps.ts';
import { formOf } from '../form.ts';
import { memberOf, numberIn, textIn } from '../reading/members.ts';
import type { Run } from '../run.ts';
import type { Control } from '../control.ts';
import type { InputRole } from '../target.ts';
import { realTime } from '../time.ts';
import { HarnessError } from '../verdict.ts';
import { type Exchange, statusOf } from '../wire/exchange.ts';
import type { Stream } from '../wire/stream.ts';
import { headersOf, rawOf } from './as-told.ts';
import { type Expected, gist, unmet } from './expectation.ts';
import { type Hook, arrivalText } from './hook.ts';
import { type Asker, Requests } from './requests.ts';
import type { Stage, StageAccount, StageControl } from './stage.ts';

/** Real seconds between two looks at what a clock that runs by itself has brought. */
const lookSeconds = 0.02;

export type Result =
  | { readonly kind: 'answer'; readonly exchange: Exchange; readonly account: string }
  | { readonly kind: 'stream'; readonly line: Line }
  | { readonly kind: 'receiver'; readonly hook: Hook };

/** A socket with the session that it belongs to, and the seconds that it was open by the clock. */
export type Line = {
  readonly stream: Stream;
  readonly session: Exchange;
  readonly account: string;
  /** Milliseconds of the clock. */
  readonly from: number;
  to: number | undefined;
};

/** `expected` is there where it is not what came. */
export type Performed = { readonly lines: readonly string[]; readonly expected?: string | undefined };

/** How a verb is done. */
export type Perform = (player: Player, step: OneStep) => Promise<Performed>;

export class Player {
  readonly requests: Requests;
  readonly lines: Line[] = [];
  readonly hooks: Hook[] = [];
  /** Balance of each account before the first step, where no control API tells more. */
  readonly balances = new Map<string, number>();
  /** Steps that were begun. */
  begun = 0;
  readonly #keys = new Map<string, string>();
  readonly #results = new Map<string, Result>();
  /** Who submitted a job, or created a session, by its id. */
  readonly owners = new Map<string, string>();

  constructor(
    readonly stage: Stage,
    readonly run: Run,
  ) {
    this.requests = new Requests(run);
  }

  async begin(): Promise<void> {
    if (this.stage.control !== undefined) return;
    for (const name of this.stage.accounts.keys()) this.balances.set(name, await this.balanceUsd(name));
  }

  /** Closes what is still open, as a client does that ends. */
  async end(): Promise<void> {
    for (const line of this.lines) if (line.stream.isOpen) await this.hangUp(line);
  }

  now(): Promise<number> {
    return this.run.lookAtClock();
  }

  account(name = 'main'): StageAccount {
    const account = this.stage.accounts.get(name);
    if (account === undefined) throw new HarnessError(`there is no account ${name}`);
    return account;
  }

  /** @param wrongKey in place of the account's */
  asker(name = 'main', wrongKey?: string): Asker {
    if (wrongKey !== undefined) return { name: undefined, key: wrongKey };
    return name === 'nobody' ? { name: undefined, key: undefined } : { name, key: this.account(name).key };
  }

  /** Of a mock; a story that needs it is played nowhere else. */
  get control(): { readonly judge: Control; readonly stage: StageControl } {
    const { control: judge } = this.run.target;
    if (judge === undefined || this.stage.control === undefined) throw new HarnessError('there is no control API');
    return { judge, stage: this.stage.control };
  }

  accountId(name: string): string {
    const { id } = this.account(name);
    if (id === undefined) throw new HarnessError(`the account ${name} has no id`);
    return id;
  }

  keep(name: string | undefined, result: Result): void {
    if (name !== undefined) this.#results.set(name, result);
  }

  answer(reference: string | undefined): Extract<Result, { kind: 'answer' }> {
    const result = this.#results.get((reference ?? '').slice(1));
    if (result?.kind !== 'answer') throw new HarnessError(`${reference ?? ''} is no answer`);
    return result;
  }

  line(reference: string | undefined): Line {
    const result = this.#results.get((reference ?? '').slice(1));
    if (result?.kind !== 'stream') throw new HarnessError(`${reference ?? ''} is no socket`);
    return result.line;
  }

  hook(reference: string | undefined): Hook {
    const result = this.#results.get((reference ?? '').slice(1));
    if (result?.kind !== 'receiver') throw new HarnessError(`${reference ?? ''} is no receiver`);
    return result.hook;
  }

  /** What a reference leads to; undefined where the answer has no such member. */
  readonly resolve = ({ name, members }: Reference): unknown => {
    const result = this.#results.get(name);
    switch (result?.kind) {
      case 'answer':
        return memberAt(result.exchange.answer?.json, members);
      case 'receiver':
        return result.hook.mailbox.url;
      default:
        return undefined;
    }
  };

  resolved(value: unknown): unknown {
    return resolved(value, this.resolve);
  }

  /** Sends so many times, each of which must come out as expected; the last answer is the result. */
  async repeated(step: OneStep, send: () => Promise<Exchange>, by = step.by ?? 'main'): Promise<Performed> {
    const lines: string[] = [];
    for (let count = 0; count < (step.times ?? 1); count++) {
      const exchange = await send();
      lines.push(lineOf(exchange));
      this.keep(step.as, { kind: 'answer', exchange, account: by });
      const expected = this.unmet(exchange, step.expect ?? 'ok');
      if (expected !== undefined) return { lines: alike(lines), expected };
    }
    return { lines: alike(lines) };
  }

  unmet(exchange: Exchange, expected: Expected): string | undefined {
    return unmet(exchange, expected, this.resolve);
  }

  /** A file of the driver's for a role, uploaded once for each account. */
  file(by: string, role: InputRole): Promise<string> {
    // Whoever has no key names files of main.
    const account = this.account(by === 'nobody' ? 'main' : by);
    const known = account.files.get(role);
    if (known !== undefined) return known;
    const key = this.uploadOf(account.name, role).then((uploaded) => textIn(uploaded, 'file_key') ?? '');
    account.files.set(role, key);
    return key;
  }

  /** @param step what it says of the request, where it is one of the story's own */
  uploadOf(by: string, role: InputRole, step: OneStep = {}): Promise<Exchange> {
    const input = this.run.target.inputs[role];
    return this.requests.call(this.asker(by, step.api_key), 'uploadFile', {
      raw: rawOf(step) ?? formOf(step.file_name === undefined ? input : { ...input, name: step.file_name }),
      headers: headersOf(this, step),
    });
  }

  /** The Idempotency-Key of the story: on a deployment one that no other run has. */
  keyOf(key: string): string {
    if (this.stage.control !== undefined) return key;
    const own = this.#keys.get(key) ?? this.run.uniqueName(key);
    this.#keys.set(key, own);
    return own;
  }

  /** Moves the clock, or waits; what is due on the way happens at its own instant. */
  async wait(seconds: number): Promise<void> {
    if (this.stage.timeScale !== undefined) return this.#waitFor(seconds, this.stage.timeScale);
    if (this.stage.control === undefined) return this.run.pass(seconds);
    const until = (await this.now()) + seconds * 1_000;
    for (;;) {
      const left = (until - (await this.now())) / 1_000;
      if (left <= 0) break;
      await this.step(left, seconds);
    }
    // What was sent just now gets a moment to arrive.
    if (this.hooks.length > 0) await this.run.target.control?.advance(0);
  }

  /**
   * A step of a wait. What is sent to a receiver may still be on its way: where nothing is due each step is nine times as long as all before it.
   * @param whole seconds of the wait
   */
  step(left: number, whole: number): Promise<void> {
    const { timeScale } = this.stage;
    if (timeScale !== undefined) return realTime.pass(Math.min(left / timeScale, lookSeconds));
    return this.run.step(left, this.hooks.length === 0 ? left : Math.max(1, 9 * (whole - left)));
  }

  /** Until a clock that runs by itself has gone on so far. */
  async #waitFor(seconds: number, timeScale: number): Promise<void> {
    const until = (await this.now()) + seconds * 1_000;
    for (let left = seconds; left > 0; left = (until - (await this.now())) / 1_000)
      await realTime.pass(left / timeScale);
  }

  /** All that came to receivers, in order, a line each. */
  arrivals(): readonly string[] {
    return this.hooks
      .flatMap(({ mailbox, answered }) => {
        const answers = answered();
        return mailbox.deliveries.map((delivery, index) => ({ delivery, answer: answers[index] }));
      })
      .toSorted((one, other) => one.delivery.arrivedAt - other.delivery.arrivedAt)
      .map(({ delivery, answer }) => arrivalText(delivery, answer));
  }

  /** The ceiling of a session, before it is connected. Throws Stopped where the budget does not cover it. @returns settles it */
  async setAsideFor(session: Exchange): Promise<(usd: number) => void> {
    if (this.stage.control !== undefined) return () => undefined;
    this.run.purse.streams.settleEnded(await this.now());
    return this.run.purse.reserve(numberIn(session, 'max_cost_usd') ?? Number.POSITIVE_INFINITY, 'a stream');
  }

  admitted(line: Line, settle: (usd: number) => void): void {
    this.lines.push(line);
    this.run.purse.streams.add({
      sessionId: textIn(line.session, 'session_id'),
      ceilingUsd: numberIn(line.session, 'max_cost_usd') ?? 0,
      maxSeconds: numberIn(line.session, 'max_duration_sec'),
      from: line.from,
      isOver: () => !line.stream.isOpen,
      settle,
    });
  }

  /** Closes a socket, and waits until the other side has taken note. */
  async hangUp(line: Line, isCut = false): Promise<void> {
    if (isCut) line.stream.cut();
    else await line.stream.close();
    await this.settled(line);
  }

  async settled(line: Line): Promise<void> {
    line.to ??= await this.now();
    const id = textIn(line.session, 'session_id') ?? '';
    for (let tries = 0; tries < 100; tries++) {
      if (this.stage.control === undefined) return this.requests.run.pass(1);
      if (!(await this.stage.control.isStreaming(id))) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async balanceUsd(name: string): Promise<number> {
    const exchange = await this.requests.call(this.asker(name), 'getBalance');
    const usd = memberOf(exchange.answer?.json, 'balance_usd');
    if (typeof usd !== 'number') throw new HarnessError(`the balance cannot be read: ${statusOf(exchange)}`);
    return usd;
  }
}

/** `POST /face-swap → 202 queued id job_…` */
export const lineOf = (exchange: Exchange): string => {
  const { pathname } = new URL(exchange.request.url);
  return `${exchange.request.method} ${pathname.replace(/^.*\/api\/v1/, '')} → ${gist(exchange)}`;
};

/** Of several that begin alike: how many. */
const alike = (lines: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => (count === 1 ? line : `${count} × ${line}`));
};
