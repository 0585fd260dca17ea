/** Performs a program, on accounts of its own where the judge can make them, and writes down what comes of it. */
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import { Actor, type Balance } from '../actor.ts';
import { isTerminal, numberIn, textIn } from '../reading/members.ts';
import type { Run } from '../run.ts';
import { HarnessError, NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import type { JobLog, Log, StreamLog, Submit } from './log.ts';
import type { FaultKind, Program, Step, StreamKind, Who } from './program.ts';

export const perform = async (run: Run, program: Program): Promise<Log> => new Performance(run).perform(program);

const startUsd = 1_000;

class Performance {
  readonly #actor: Actor;
  /** As it is used now: a new key makes another one of it. */
  readonly #accounts: Account[] = [];
  readonly #firstKeys: Account[] = [];
  readonly #befores: Balance[] = [];
  readonly #toppedUp = [0, 0];
  readonly #submits: Submit[] = [];
  readonly #jobs: JobLog[] = [];
  readonly #streams: StreamLog[] = [];
  readonly #unused: { who: Who; session: Exchange }[] = [];
  readonly #refused: { who: Who; exchange: Exchange }[] = [];
  readonly #strangers: { id: string; exchange: Exchange }[] = [];
  readonly #revoked: Exchange[] = [];
  /** Keys of another run, or of another program, are never these. */
  readonly #name: string;

  constructor(run: Run) {
    this.#actor = new Actor(run);
    this.#name = run.uniqueName('h');
  }

  async perform(program: Program): Promise<Log> {
    const actor = this.#actor;
    const isOurs = actor.target.control !== undefined;
    for (let made = 0; made < (isOurs ? 2 : 1); made++) {
      const account = isOurs ? await actor.made(startUsd) : await actor.main();
      this.#accounts.push(account);
      this.#firstKeys.push(account);
      this.#befores.push(await actor.balance(account));
    }
    for (const step of program) await this.#do(step);
    return this.#close(program);
  }

  async #do(step: Step): Promise<void> {
    const actor = this.#actor;
    switch (step.do) {
      case 'submit': {
        const { who, key } = step;
        const known = this.#known(who, key);
        await this.#submit(
          who,
          known?.endpoint ?? step.endpoint,
          key ?? undefined,
          known === undefined ? 'first' : 'again',
        );
        return;
      }
      case 'burst': {
        const { who, key, count } = step;
        const endpoint = this.#known(who, key)?.endpoint ?? step.endpoint;
        await actor.bodyOf(this.#account(who), endpoint);
        await Promise.all(Array.from({ length: count }, () => this.#submit(who, endpoint, key, 'together')));
        return;
      }
      case 'other-body': {
        const known = this.#known(step.who, step.key);
        if (known !== undefined) await this.#submit(step.who, known.endpoint, step.key, 'other-body');
        return;
      }
      case 'poll':
        await this.#poll(this.#job(step.job));
        return;
      case 'end':
        await this.#end(this.#job(step.job), step);
        return;
      case 'look-as-stranger':
        await this.#lookAsStranger(this.#job(step.job));
        return;
      case 'wait':
        await actor.run.pass(step.seconds);
        return;
      case 'stream':
        await this.#stream(step.who, step.kind, step.seconds);
        return;
      case 'unused-session': {
        const session = await this.#session(step.who, step.kind);
        if (isSuccess(session)) this.#unused.push({ who: step.who, session });
        return;
      }
      case 'refused':
        this.#refused.push({ who: step.who, exchange: await this.#refuse(step.who, step.fault) });
        return;
      case 'new-key': {
        const account = this.#account(step.who);
        this.#accounts[step.who] = { ...account, ...(await actor.control.createKey(account.id ?? '')) };
        return;
      }
      case 'revoke-key': {
        const account = this.#account(step.who);
        const first = this.#firstKeys[step.who];
        if (first === undefined || account.key === first.key) return;
        await actor.control.revokeKey(account.id ?? '', account.keyId ?? '');
        this.#revoked.push(await actor.call(account, 'getBalance', { breaks: 'revoked-key' }));
        this.#accounts[step.who] = first;
        this.#revoked.push(
          await actor.call(account, 'submitFaceSwapImage', {
            body: await actor.bodyOf(first, 'face-swap-image'),
            breaks: 'revoked-key',
          }),
        );
        return;
      }
      case 'top-up':
        await actor.control.topUp(this.#account(step.who).id ?? '', step.usd);
        this.#toppedUp[step.who] = (this.#toppedUp[step.who] ?? 0) + Math.round(step.usd * 1e6);
        return;
      default:
        step satisfies never;
    }
  }

  #account(who: Who): Account {
    const account = this.#accounts[who] ?? this.#accounts[0];
    if (account === undefined) throw new HarnessError('a program has no account');
    return account;
  }

  /** The first submit of a key that was accepted. */
  #known(who: Who, key: string | null): Submit | undefined {
    return this.#submits.find((one) => key !== null && one.who === who && one.key === key && isSuccess(one.exchange));
  }

  #job(index: number): JobLog | undefined {
    return this.#jobs[index % Math.max(1, this.#jobs.length)];
  }

  async #submit(who: Who, endpoint: JobEndpoint, key: string | undefined, kind: Submit['kind']): Promise<void> {
    const account = this.#account(who);
    const other = kind === 'other-body' ? await this.#otherBody(account, endpoint) : undefined;
    const exchange = await this.#actor.submit(account, endpoint, {
      ...(key !== undefined && { idempotencyKey: `${this.#name}-${key}` }),
      ...(other !== undefined && { body: other, breaks: 'gap:resubmit-other-body' }),
    });
    this.#submits.push({ who, endpoint, key, kind, exchange });
    const id = textIn(exchange, 'id');
    if (!isSuccess(exchange) || id === undefined || this.#jobs.some((job) => job.id === id && job.who === who)) return;
    this.#jobs.push({ who, id, acknowledgement: exchange, looks: [], forced: undefined, late: undefined });
  }

  /** Lawful, and not what was sent before. */
  async #otherBody(account: Account, endpoint: JobEndpoint): Promise<{ readonly [name: string]: unknown }> {
    if ('script' in (await this.#actor.bodyOf(account, endpoint))) return { script: 'Something else is said now.' };
    return { face_key: await this.#actor.file(account, 'image') };
  }

  async #poll(job: JobLog | undefined): Promise<void> {
    if (job === undefined || textIn(job.acknowledgement, 'status_url') === undefined) return;
    job.looks.push(await this.#actor.look(this.#account(job.who), job.acknowledgement));
  }

  async #end(job: JobLog | undefined, { outcome }: Extract<Step, { do: 'end' }>): Promise<void> {
    if (job === undefined) return;
    await this.#poll(job);
    const last = job.looks.at(-1);
    if (job.forced !== undefined || last === undefined || !isSuccess(last) || isTerminal(last)) return;
    try {
      await this.#actor.control.finishJob(job.id, outcome);
      job.forced = outcome;
    } catch (error) {
      // A target that does not tell the truth about a job may have ended it already.
      if (!(error instanceof HarnessError)) throw error;
    }
    await this.#poll(job);
  }

  async #lookAsStranger(job: JobLog | undefined): Promise<void> {
    if (job === undefined || this.#accounts.length < 2) return;
    const stranger = this.#account(job.who === 0 ? 1 : 0);
    // What its owner cannot see either is no foreign job.
    await this.#poll(job);
    const last = job.looks.at(-1);
    if (last === undefined || !isSuccess(last)) return;
    const exchange = await this.#actor.call(stranger, 'getJob', { jobId: job.id, breaks: 'foreign-job' });
    this.#strangers.push({ id: job.id, exchange });
  }

  #session(who: Who, kind: StreamKind): Promise<Exchange> {
    const id = kind === 'voice_changer' ? 'createVoiceSession' : 'createLiveSwapSession';
    const tier = kind === 'full_live_swap' ? 'pro' : 'standard';
    const body = { duration_minutes: 1, ...(kind !== 'voice_changer' && { tier }) };
    return this.#actor.call(this.#account(who), id, { body });
  }

  async #stream(who: Who, kind: StreamKind, seconds: number): Promise<void> {
    const actor = this.#actor;
    const session = await this.#session(who, kind);
    if (!isSuccess(session)) return;
    let stream;
    try {
      stream = await actor.connect(session);
    } catch (error) {
      if (error instanceof NotTestable) return;
      throw error;
    }
    if (stream.status !== 101) return;
    await actor.run.pass(seconds);
    await stream.close();
    // Until it is known that the close has arrived: then the clock may go on.
    await actor.call(this.#account(who), 'getBalance');
    const ceilingMicros = Math.round((numberIn(session, 'max_cost_usd') ?? Number.NaN) * 1e6);
    const seconds_ = Math.min(seconds, numberIn(session, 'max_duration_sec') ?? seconds);
    this.#streams.push({ who, kind, session, seconds: seconds_, ceilingMicros });
  }

  async #refuse(who: Who, fault: FaultKind): Promise<Exchange> {
    const account = this.#account(who);
    switch (fault) {
      case 'missing-field':
        return this.#actor.submit(account, 'face-swap-image', { without: ['face_key'], breaks: 'field:face_key' });
      case 'wrong-type':
        return this.#actor.submit(account, 'face-swap-image', { body: { face_key: 7 }, breaks: 'field:face_key' });
      case 'unknown-file':
        return this.#actor.submit(account, 'face-swap-image', {
          body: { face_key: 'none' },
          breaks: 'unknown-file-key',
        });
      default:
        return fault satisfies never;
    }
  }

  async #close(program: Program): Promise<Log> {
    const actor = this.#actor;
    let isOpen = false;
    for (const job of this.#jobs) {
      try {
        const looks = await actor.follow(this.#account(job.who), job.acknowledgement);
        job.looks.push(...looks);
      } catch (error) {
        if (!(error instanceof NotTestable)) throw error;
        job.looks.push(...error.exchanges.filter(({ operation }) => operation === 'getJob'));
        isOpen = true;
      }
    }
    const isOurs = actor.target.control !== undefined;
    // Sessions are settled, and whatever was promised for a little later is done.
    await actor.run.pass(isOurs ? 15 : 5);
    const closed = [];
    for (const account of this.#firstKeys) {
      const after = await actor.balance(account);
      const usage = await actor.usage(account, { limit: '500' });
      closed.push({ after, usage, summary: await actor.call(account, 'getUsageSummary') });
    }
    await actor.run.pass(isOurs ? 1_000 : 1);
    for (const job of this.#jobs) {
      if (textIn(job.acknowledgement, 'status_url') === undefined) continue;
      job.late = await actor.look(this.#account(job.who), job.acknowledgement);
    }
    const accounts = [];
    for (const [index, account] of this.#firstKeys.entries()) {
      const before = this.#befores[index];
      const found = closed[index];
      if (before === undefined || found === undefined) continue;
      const late = await actor.balance(account);
      accounts.push({ before, late, ...found, toppedUpMicros: this.#toppedUp[index] ?? 0 });
    }
    return {
      program,
      accounts,
      submits: this.#submits,
      jobs: this.#jobs,
      streams: this.#streams,
      unused: this.#unused,
      refused: this.#refused,
      strangers: this.#strangers,
      revoked: this.#revoked,
      isOpen,
      exchanges: actor.exchanges.filter(({ operation }) => operation !== 'uploadFile'),
    };
  }
}
