/** Performs a program, on accounts of its own where the judge can make them, and writes down what comes of it. */
import type { Account } from '../account.ts';
import { Actor } from '../actor.ts';
import { quiet } from '../probes/billing.ts';
import { isTerminal, numberIn } from '../reading/members.ts';
import type { Run } from '../run.ts';
import { HarnessError, NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { type Holder, close, wholeLog } from './close.ts';
import { type JobLog, type Log, type Notes, noNotes } from './log.ts';
import { lookAt } from './look.ts';
import type { FaultKind, Program, Step, StreamKind, Who } from './program.ts';
import { Submitter } from './submitter.ts';

export const perform = async (run: Run, program: Program): Promise<Log> => new Performer(run).perform(program);

const startUsd = 1_000;

class Performer {
  readonly #actor: Actor;
  readonly #holders: Holder[] = [];
  readonly #notes: Notes = noNotes();
  readonly #submitter: Submitter;

  constructor(run: Run) {
    this.#actor = new Actor(run);
    this.#submitter = new Submitter(this.#actor, this.#notes);
  }

  async perform(program: Program): Promise<Log> {
    const isOurs = this.#actor.target.control !== undefined;
    for (let made = 0; made < (isOurs ? 2 : 1); made++) this.#holders.push(await this.#holder());
    for (const step of program) await this.#do(step);
    return close(this.#actor, this.#holders, this.#submitter.boxes, this.#notes);
  }

  async #holder(): Promise<Holder> {
    const actor = this.#actor;
    const isOurs = actor.target.control !== undefined;
    const account = isOurs ? await actor.made(startUsd) : await actor.main();
    // What another check has streamed may be charged yet.
    if (!isOurs) await quiet(actor, account);
    return {
      first: account,
      used: account,
      recordsBefore: isOurs ? undefined : (await actor.usage(account, wholeLog)).records,
      before: await actor.balance(account),
      toppedUpMicros: 0,
    };
  }

  async #do(step: Step): Promise<void> {
    const actor = this.#actor;
    switch (step.do) {
      case 'upload':
        await this.#submitter.upload(step.who, step.role, this.#account(step.who));
        return;
      case 'submit':
      case 'submit-with-callback':
      case 'burst':
      case 'other-body':
        await this.#submitter.perform(step, this.#account(step.who));
        return;
      case 'submit-failing':
        await this.#submitter.submitFailing(step, this.#account(step.who));
        return;
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
        if (isSuccess(session)) this.#notes.unused.push({ who: step.who, session });
        return;
      }
      case 'refused':
        this.#notes.refused.push({ who: step.who, exchange: await this.#refuse(step.who, step.fault) });
        return;
      case 'new-key': {
        const holder = this.#holderOf(step.who);
        holder.used = { ...holder.used, ...(await actor.control.createKey(holder.used.id ?? '')) };
        return;
      }
      case 'revoke-key':
        await this.#revoke(this.#holderOf(step.who));
        return;
      case 'top-up': {
        const holder = this.#holderOf(step.who);
        await actor.control.topUp(holder.used.id ?? '', step.usd);
        holder.toppedUpMicros += Math.round(step.usd * 1e6);
        return;
      }
      default:
        step satisfies never;
    }
  }

  #holderOf(who: Who): Holder {
    const holder = this.#holders[who] ?? this.#holders[0];
    if (holder === undefined) throw new HarnessError('a program has no account');
    return holder;
  }

  #account(who: Who): Account {
    return this.#holderOf(who).used;
  }

  #job(index: number): JobLog | undefined {
    return this.#notes.jobs[index % Math.max(1, this.#notes.jobs.length)];
  }

  /** The key in use, unless it is the account's first one. */
  async #revoke(holder: Holder): Promise<void> {
    const { first, used } = holder;
    if (used.key === first.key) return;
    const { revoked } = this.#notes;
    await this.#actor.control.revokeKey(used.id ?? '', used.keyId ?? '');
    revoked.push(await this.#actor.call(used, 'getBalance', { breaks: 'revoked-key' }));
    holder.used = first;
    const body = await this.#actor.bodyOf(first, 'face-swap-image');
    revoked.push(await this.#actor.call(used, 'submitFaceSwapImage', { body, breaks: 'revoked-key' }));
  }

  async #poll(job: JobLog | undefined): Promise<void> {
    if (job === undefined) return;
    const look = await lookAt(this.#actor, this.#holderOf(job.who), job);
    if (look !== undefined) job.looks.push(look);
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
      if (!(error instanceof NotTestable)) throw error;
    }
    await this.#poll(job);
  }

  async #lookAsStranger(job: JobLog | undefined): Promise<void> {
    if (job === undefined || this.#holders.length < 2) return;
    const stranger = this.#account(job.who === 0 ? 1 : 0);
    // What its owner cannot see either is no foreign job.
    await this.#poll(job);
    const last = job.looks.at(-1);
    if (last === undefined || !isSuccess(last)) return;
    const exchange = await this.#actor.call(stranger, 'getJob', { jobId: job.id, breaks: 'foreign-job' });
    this.#notes.strangers.push({ id: job.id, exchange });
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
    const isOurs = actor.target.control !== undefined;
    const connecting = await actor.run.lookAtClock();
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
    const fundedSeconds = numberIn(session, 'max_duration_sec') ?? Number.POSITIVE_INFINITY;
    const closed = await actor.run.lookAtClock();
    this.#notes.streams.push({
      who,
      kind,
      session,
      // Where time is real, nothing that passed both ways shows when it began (gap `session-clock`).
      secondsLeast: isOurs ? Math.min(seconds, fundedSeconds) : 0,
      secondsMost: Math.min(isOurs ? seconds : (closed - connecting) / 1_000, fundedSeconds),
      ceilingMicros,
      ownSecondMicros: isOurs ? undefined : ceilingMicros / fundedSeconds,
    });
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
}
