/** The verbs with which checks and probes are written: accounts, files, jobs, webhooks, streams and money, as a client has them. */
import type { JobOutcome } from '../spec/magic.ts';
import type { JobEndpoint } from '../spec/vocabulary.ts';
import { type Account, accountWith } from './account.ts';
import { Client } from './client.ts';
import { type FinishedJob, finishedJob } from './finished-job.ts';
import {
  type JobCall,
  failingCall,
  jobCalls,
  lawfulBody,
  shortScript,
  takenNowhere,
  usualScript,
} from './job-calls.ts';
import type { Breaks } from './lawful/requests.ts';
import { isTerminal, memberOf, numberIn, textIn } from './reading/members.ts';
import type { Mailbox, Reply } from './receiver.ts';
import { type Knock, openSocket } from './sockets/open-socket.ts';
import type { InputRole, Target } from './target.ts';
import { NotTestable } from './verdict.ts';
import { type Exchange, isSuccess, toldOf } from './wire/exchange.ts';
import type { Stream } from './wire/stream.ts';

export type SubmitOptions = {
  /** Members that replace or join those of a lawful body. */
  readonly body?: { readonly [name: string]: unknown };
  /** Members that are left out. */
  readonly without?: readonly string[];
  readonly callbackUrl?: string;
  readonly idempotencyKey?: string;
  readonly breaks?: Breaks;
};

export class Actor extends Client {
  /** What a probe found, found once in the run. A probe is told by its function, or by a name that goes with what it is about. */
  once<T>(probe: (actor: Actor) => Promise<T>, name: unknown = probe): Promise<T> {
    return this.run.once(probe, name);
  }

  /** The account of the key under test; where the judge can make accounts, one with plenty of money, the same for the whole run. */
  main(): Promise<Account> {
    return this.once(
      async (actor) => (actor.target.control === undefined ? accountWith(actor.target.key) : actor.made(10_000)),
      'main account',
    );
  }

  /** Another account than `main`. */
  second(): Promise<Account> {
    return this.once(async (actor) => {
      if (actor.target.control !== undefined) return actor.made(10_000);
      if (actor.target.secondKey === undefined) throw new NotTestable('there is one account only', 'second-account');
      return accountWith(actor.target.secondKey);
    }, 'second account');
  }

  /** An account of its own where the judge can make one, else `main`: look at differences, not at totals. */
  async own(balanceUsd = 1_000): Promise<Account> {
    return this.target.control === undefined ? this.main() : this.made(balanceUsd);
  }

  /** A new account. Throws NotTestable where none can be made. */
  async made(
    balanceUsd: number,
    more: { readonly requestsPerMinute?: number; readonly rates?: object } = {},
  ): Promise<Account> {
    const { id, key, keyId, secret } = await this.control.createAccount({ balanceUsd, ...more });
    return accountWith(key, { id, keyId, secret });
  }

  /** Of a running mock. Throws NotTestable elsewhere. */
  get control(): NonNullable<Target['control']> {
    if (this.target.control === undefined) throw new NotTestable('the target is no mock of ours', 'control');
    return this.target.control;
  }

  /** The file key of an input of that role, uploaded once for each account, whatever other roles it has, and again when it may be forgotten. Throws NotTestable if the upload fails. */
  file(account: Account, role: InputRole): Promise<string> {
    const input = this.target.inputs[role];
    const known = account.files.get(input);
    if (known !== undefined && this.run.now - known.at < keptMs) return known.key;
    const key = (async () => {
      const uploaded = await this.upload(account, input);
      return this.wanted(textIn(uploaded, 'file_key'), `an upload that gives a file_key`, uploaded);
    })();
    account.files.set(input, { key, at: this.run.now });
    return key;
  }

  /** A lawful body of a submit, with the account's files; where nothing may be spent, with keys of files that do not exist. */
  async bodyOf(account: Account, endpoint: JobEndpoint): Promise<{ readonly [name: string]: unknown }> {
    if (!this.run.purse.mayPay) return this.bodyOfNothing(endpoint);
    const keys: { [field: string]: string } = {};
    for (const [field, role] of Object.entries(jobCalls[endpoint].inputs)) keys[field] = await this.file(account, role);
    return lawfulBody(endpoint, keys, this.#script);
  }

  get #script(): string {
    return this.target.control === undefined ? shortScript : usualScript;
  }

  /** The same with keys of files that do not exist: whoever takes it has nothing that could be rendered. */
  bodyOfNothing(endpoint: JobEndpoint): { readonly [name: string]: unknown } {
    const fields = Object.keys(jobCalls[endpoint].inputs);
    const keys = Object.fromEntries(fields.map((field) => [field, this.run.uniqueName('no-such-file')]));
    return lawfulBody(endpoint, keys, this.#script);
  }

  /** Submits a job, lawfully if nothing else is said. */
  async submit(account: Account, endpoint: JobEndpoint, options: SubmitOptions = {}): Promise<Exchange> {
    const { body: more = {}, without = [], callbackUrl, idempotencyKey, breaks } = options;
    const { operation }: JobCall = jobCalls[endpoint];
    const body = Object.fromEntries(
      Object.entries({
        ...(await this.bodyOf(account, endpoint)),
        ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
        ...more,
      }).filter(([name]) => !without.includes(name)),
    );
    return this.call(account, operation, {
      body,
      ...(breaks !== undefined && { breaks }),
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    });
  }

  /** One look at a job, at the `status_url` of its acknowledgement. */
  async look(account: Account, acknowledgement: Exchange): Promise<Exchange> {
    const url = this.wanted(
      textIn(acknowledgement, 'status_url'),
      'an acknowledgement with a status_url',
      acknowledgement,
    );
    const look = await this.send(
      {
        method: 'GET',
        url: this.address(url),
        headers: { authorization: `Bearer ${account.key}` },
        body: undefined,
      },
      'getJob',
      undefined,
      acknowledgement.cost,
    );
    const charged = numberIn(look, 'charged_usd');
    if (isTerminal(look)) {
      const id = textIn(acknowledgement, 'id') ?? '';
      this.run.openJobs.delete(id);
      if (charged !== undefined) this.run.purse.settleKept(id, charged);
    }
    return look;
  }

  /** Follows a job to its end, as time goes on. @returns every look; the last one shows a terminal status */
  async follow(account: Account, acknowledgement: Exchange, secondsMax = 600): Promise<readonly Exchange[]> {
    const looks: Exchange[] = [];
    const from = await this.run.lookAtClock();
    for (;;) {
      const look = await this.look(account, acknowledgement);
      looks.push(look);
      if (isTerminal(look)) return looks;
      if (!isSuccess(look))
        throw new NotTestable(`it needs a job that can be polled, and got ${toldOf(look)}`, undefined, looks);
      if (this.run.now - from > secondsMax * 1_000) {
        throw new NotTestable(`it needs a job that ends within ${secondsMax} s`, undefined, [acknowledgement, look]);
      }
      // One that takes so long hardly ends: looking at it more seldom costs no time where the clock is moved.
      if (looks.length > 20 && this.target.control !== undefined) await this.run.pass(20);
      else await this.run.step(2);
    }
  }

  /** A job from its submit to its end. Throws NotTestable if it is not taken or does not end. */
  async finished(account: Account, endpoint: JobEndpoint, options: SubmitOptions = {}): Promise<FinishedJob> {
    const acknowledgement = await this.submit(account, endpoint, options);
    if (!isSuccess(acknowledgement)) this.wanted(undefined, 'a submit that is accepted', acknowledgement);
    const looks = await this.follow(account, acknowledgement);
    return finishedJob(acknowledgement, looks);
  }

  /**
   * A job with an outcome that is forced: by word of the mock, or by an input that the user gave for it.
   * @param endpoint of a deployment another one, where this one takes no file of that input's kind
   */
  async ending(
    account: Account,
    endpoint: JobEndpoint,
    outcome: JobOutcome,
    options: SubmitOptions = {},
  ): Promise<FinishedJob> {
    const { control, inputs } = this.target;
    if (control !== undefined) {
      const acknowledgement = await this.submit(account, endpoint, options);
      const id = this.wanted(textIn(acknowledgement, 'id'), 'a submit that is accepted', acknowledgement);
      await control.finishJob(id, outcome);
      return finishedJob(acknowledgement, await this.follow(account, acknowledgement));
    }
    if (outcome === 'succeeded') return this.finished(account, endpoint, options);
    if (outcome === 'timed_out' || outcome === 'cancelled') throw noInputFor(outcome);
    const input = inputs[outcome];
    if (input === undefined) throw noInputFor(outcome);
    const call = failingCall(input, endpoint);
    if (call === undefined) throw new NotTestable(takenNowhere(outcome, input), 'failing-input');
    const uploaded = await this.upload(account, input);
    const key = this.wanted(textIn(uploaded, 'file_key'), 'an upload that gives a file_key', uploaded);
    return this.finished(account, call.endpoint, { ...options, body: { ...options.body, [call.field]: key } });
  }

  /** An address of the judge's receiver. */
  async mailbox(replies?: readonly Reply[]): Promise<Mailbox> {
    return (await this.run.receiver()).address(replies);
  }

  /** As time goes on, until something holds. @returns whether it came to hold within so many seconds of the target's clock */
  async until(holds: () => boolean | Promise<boolean>, secondsMax: number): Promise<boolean> {
    const from = await this.run.lookAtClock();
    for (;;) {
      if (await holds()) return true;
      const left = secondsMax - (this.run.now - from) / 1_000;
      if (left <= 0) return false;
      await this.run.step(left);
    }
  }

  /** Connects the socket of a session answer: lawfully, with its token, if nothing else is said. */
  connect(session: Exchange, knock?: Knock): Promise<Stream> {
    return openSocket(this, session, knock);
  }

  /**
   * Where checks share an account, the jobs that others left running would be charged in the middle of a look at its money. So they come to
   * their end first; those of this actor are its own business.
   */
  async #quiet(account: Account): Promise<void> {
    if (this.target.control !== undefined) return;
    for (const [id, { key, acknowledgement, by }] of this.run.openJobs) {
      if (key !== account.key || by === this) continue;
      this.run.openJobs.delete(id);
      await new Actor(this.run).follow(account, acknowledgement, 120).catch((error: unknown) => {
        // A job that does not end is the finding of other checks.
        if (!(error instanceof NotTestable)) throw error;
      });
    }
  }

  /** The balance in USD, to the micro. Throws NotTestable if it cannot be read. */
  async balance(account: Account): Promise<Balance> {
    await this.#quiet(account);
    const exchange = await this.call(account, 'getBalance');
    const micros = (name: string): number =>
      Math.round(this.wanted(numberIn(exchange, name), `a balance with ${name}`, exchange) * 1e6);
    return {
      exchange,
      leftMicros: micros('balance_usd'),
      spentMicros: micros('total_spent_usd'),
      toppedUpMicros: micros('total_topped_up_usd'),
    };
  }

  /** Sessions that are over cost what their records say, where these have the ids of the sessions. */
  #settleRecorded(records: readonly unknown[]): void {
    this.settleStreams();
    for (const record of records) {
      const [id, charged] = [memberOf(record, 'id'), memberOf(record, 'charged_usd')];
      if (typeof id === 'string' && typeof charged === 'number') this.run.purse.streams.settleRecorded(id, charged);
    }
  }

  /** Usage records as they are listed. */
  async usage(
    account: Account,
    query?: { readonly [name: string]: string },
  ): Promise<{ readonly exchange: Exchange; readonly records: readonly unknown[] }> {
    await this.#quiet(account);
    const exchange = await this.call(account, 'listUsage', query === undefined ? {} : { query });
    const { json } = exchange.answer ?? {};
    if (!Array.isArray(json)) this.wanted(undefined, 'a list of usage records', exchange);
    const records = Array.isArray(json) ? (json as unknown[]) : [];
    this.#settleRecorded(records);
    return { exchange, records };
  }
}

const noInputFor = (outcome: JobOutcome): NotTestable =>
  new NotTestable(`no input makes a job fail with ${outcome}`, 'failing-input');

/** How long a file key works is open (gap `upload-retention`): after half a day, by the target's clock, a file is uploaded anew. */
const keptMs = 12 * 3_600_000;

export type Balance = {
  readonly exchange: Exchange;
  readonly leftMicros: number;
  readonly spentMicros: number;
  readonly toppedUpMicros: number;
};
